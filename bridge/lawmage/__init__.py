"""lawmage: a rules checker for Magic: The Gathering."""

"""Positions of format 1: the model, its readers and writer, queries, cases and their JSON Schema."""

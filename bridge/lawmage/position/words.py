"""The closed vocabularies of positions: phases, zones, colors, types, predefined tokens."""

from __future__ import annotations

COLORS = ("W", "U", "B", "R", "G")
"""The five colors (rule 105.1), in the order every list of colors is printed."""

MANA_TYPES = (*COLORS, "C")
"""The six types of mana (rule 106.1b)."""

COLOR_NAMES = {"white": "W", "blue": "U", "black": "B", "red": "R", "green": "G"}

PHASES = (
    "untap", "upkeep", "draw", "main1", "begin_combat", "declare_attackers", "declare_blockers",
    "combat_damage", "end_combat", "main2", "end", "cleanup",
)  # fmt: skip
"""The phases and steps of a turn that a position can be in (rules 500-514), in order."""

PHASE_ALIASES = {"combat": "declare_blockers"}
"""``combat`` is short for "blockers are declared and nothing more is to be said"."""

ZONES = ("battlefield", "stack", "hand", "library", "graveyard", "exile", "command")
"""The zones (rule 400.1)."""

BASIC_LAND_TYPES = ("Plains", "Island", "Swamp", "Mountain", "Forest")
"""The basic land types (rule 305.6)."""

SUPERTYPES = ("Basic", "Legendary", "Ongoing", "Snow", "World")
"""The supertypes (rule 205.4a)."""

PERMANENT_TYPES = ("Artifact", "Battle", "Creature", "Enchantment", "Land", "Planeswalker")
"""The card types a permanent can have (rule 110.4), Kindred aside."""

CARD_TYPES = (*PERMANENT_TYPES, "Conspiracy", "Dungeon", "Instant", "Kindred", "Phenomenon",
              "Plane", "Scheme", "Sorcery", "Vanguard")  # fmt: skip
"""The card types (rule 205.2a)."""

PREDEFINED_TOKENS = (
    "Treasure", "Food", "Gold", "Walker", "Shard", "Clue", "Blood", "Powerstone", "Incubator",
    "Cursed", "Monster", "Royal", "Sorcerer", "Virtuous", "Wicked", "Young Hero",
    "Map", "Junk", "Lander", "Mutagen",
)  # fmt: skip
"""The names of the predefined tokens (rule 111.10); the Roles go by their names."""

EVENT_VERBS = (
    "destroy", "sacrifice", "damage", "exile", "return_to_hand", "discard", "mill", "phase_out",
    "tap", "untap",
)  # fmt: skip
"""What the query ``event`` can do to an object."""

X_PLACES = ("mana_cost", "etb_replacement", "etb_trigger", "activated_ability", "characteristic")
"""Where the query ``value_of_x`` can look for X (rule 107.3)."""

SBA_KINDS = (
    "destroy", "graveyard", "legend_choice", "remove_counters", "lose", "token_cease", "unattach",
)  # fmt: skip
"""The kinds of state-based actions an answer names (rule 704.5)."""

# Rule 205.3m, and the creature types of sets newer than the rules text.
_CREATURE_TYPES = """
    Advisor, Aetherborn, Alien, Ally, Angel, Antelope, Ape, Archer, Archon, Armadillo, Army,
    Artificer, Assassin, Assembly-Worker, Astartes, Atog, Aurochs, Autobot, Avatar, Azra,
    Badger, Balloon, Barbarian, Bard, Basilisk, Bat, Bear, Beast, Beaver, Beeble, Beholder,
    Berserker, Bird, Bison, Blinkmoth, Boar, Bringer, Brushwagg, C'tan, Camarid, Camel,
    Capybara, Caribou, Carrier, Cat, Centaur, Child, Chimera, Citizen, Cleric, Clown,
    Cockatrice, Construct, Coward, Coyote, Crab, Crocodile, Custodes, Cyberman, Cyclops,
    Dalek, Dauthi, Demigod, Demon, Deserter, Detective, Devil, Dinosaur, Djinn, Doctor, Dog,
    Dragon, Drake, Dreadnought, Drix, Drone, Druid, Dryad, Dwarf, Echidna, Efreet, Egg, Elder,
    Eldrazi, Elemental, Elephant, Elf, Elk, Employee, Eternal, Eye, Faerie, Ferret, Fish,
    Flagbearer, Fox, Fractal, Frog, Fungus, Gamer, Gamma, Gargoyle, Germ, Giant, Giraffe,
    Gith, Glimmer, Gnoll, Gnome, Goat, Goblin, God, Golem, Gorgon, Graveborn, Gremlin,
    Griffin, Guest, Hag, Halfling, Hamster, Harpy, Hedgehog, Hellion, Hero, Hippo, Hippogriff,
    Homarid, Homunculus, Horror, Horse, Human, Hydra, Hyena, Illusion, Imp, Incarnation,
    Inhuman, Inkling, Inquisitor, Insect, Jackal, Jellyfish, Juggernaut, Kangaroo, Kavu,
    Kirin, Kithkin, Klingon, Knight, Kobold, Kor, Kraken, Kree, Lamia, Lammasu, Leech, Lemur,
    Leviathan, Lhurgoyf, Licid, Lizard, Llama, Lobster, Manticore, Masticore, Mercenary,
    Merfolk, Metathran, Minion, Minotaur, Mite, Mole, Monger, Mongoose, Monk, Monkey, Moogle,
    Moonfolk, Mount, Mouse, Mutant, Myr, Mystic, Nautilus, Necron, Nephilim, Nightmare,
    Nightstalker, Ninja, Noble, Noggle, Nomad, Nymph, Octopus, Officer, Ogre, Ooze, Orb, Orc,
    Orgg, Otter, Ouphe, Ox, Oyster, Pangolin, Peasant, Pegasus, Pentavite, Performer, Pest,
    Phelddagrif, Phoenix, Phyrexian, Pilot, Pincher, Pirate, Plant, Platypus, Porcupine,
    Possum, Praetor, Primarch, Prism, Processor, Qu, Rabbit, Raccoon, Ranger, Rat, Rebel,
    Reflection, Rhino, Rigger, Robot, Rogue, Sable, Salamander, Samurai, Sand, Saproling,
    Satyr, Scarecrow, Scientist, Scion, Scorpion, Scout, Sculpture, Seal, Serf, Serpent,
    Servo, Shade, Shaman, Shapeshifter, Shark, Sheep, Shi'ar, Siren, Skeleton, Skrull, Skunk,
    Slith, Sliver, Sloth, Slug, Snail, Snake, Soldier, Soltari, Sorcerer, Spawn, Specter,
    Spellshaper, Sphinx, Spider, Spike, Spirit, Splinter, Sponge, Spy, Squid, Squirrel,
    Starfish, Surrakar, Survivor, Symbiote, Synth, Tentacle, Tetravite, Thalakos, Thopter,
    Thrull, Tiefling, Time Lord, Toy, Treefolk, Trilobite, Triskelavite, Troll, Turtle,
    Tyranid, Unicorn, Utrom, Vampire, Varmint, Vedalken, Villain, Volver, Wall, Walrus,
    Warlock, Warrior, Weasel, Weird, Werewolf, Whale, Wizard, Wolf, Wolverine, Wombat, Worm,
    Wraith, Wurm, Yeti, Zombie, Zubera
"""

CREATURE_TYPES = frozenset(word.strip() for word in _CREATURE_TYPES.split(","))
"""The creature types (rule 205.3m)."""

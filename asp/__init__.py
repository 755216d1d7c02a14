"""The rules as Answer Set Programming, shipped as package data of ``lawmage.asp``."""

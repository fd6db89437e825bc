"""Data structures of compiled searches, over arrays that the workspace reserved."""

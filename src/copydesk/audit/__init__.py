"""Audits of whole archives: what of every article still holds."""

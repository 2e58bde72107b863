"""The provenance chain: statements, signatures, keyring, log, verification. Bytes in, results out."""

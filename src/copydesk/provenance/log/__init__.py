"""The transparency log: Merkle tree, tiles, notes, proofs (C2SP, RFC 6962)."""

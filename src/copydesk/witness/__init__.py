"""A witness (C2SP tlog-witness): cosigns what grows, and nothing else.

``decision`` decides and is pure; ``store`` keeps what was cosigned; ``service`` puts both together
under a lock; ``server`` speaks HTTP.
"""

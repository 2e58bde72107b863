"""What several kinds of statement have in common: the strict model, references, who acted."""

from __future__ import annotations

from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, StringConstraints, model_validator

from copydesk.provenance.fields import Name, Sha256

__all__ = ["Actor", "DigestSet", "Model", "Ref", "Subject"]


class Model(BaseModel):
    """Strict, frozen, no unknown fields."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class DigestSet(Model):
    """The digests of one thing; SHA-256 only."""

    sha256: Sha256


class Ref(Model):
    """A reference to a statement (by its payload's digest) or to a file (by its bytes')."""

    digest: DigestSet


class Subject(Model):
    """What the statement is about."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=4096)]
    digest: DigestSet


class Actor(Model):
    """A person, a bot (which names its model) or a service."""

    id: Name
    kind: Literal["person", "bot", "service"]
    generator: Name | None = None

    @model_validator(mode="after")
    def _bot_names_its_model(self) -> Self:
        if self.kind == "bot" and self.generator is None:
            raise ValueError("a bot names its generator")
        return self

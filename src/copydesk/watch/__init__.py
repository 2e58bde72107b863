"""Whether a source still says what an article rests on: pure comparison and the schedule of looks."""

"""Skills: symbolic actions turned into primitives, checked by what is seen afterwards."""

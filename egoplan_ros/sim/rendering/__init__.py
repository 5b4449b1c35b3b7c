"""How a simulated home looks: geometry, light, surfaces and states, drawn on the CPU."""

using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Scaling;

/// <summary>What came of an observation: a decision and what is remembered after it, or the reason why there is none.</summary>
/// <param name="Decision">The decision; null where the observation is impossible.</param>
/// <param name="State">What to hand in with the next observation; the one before where the observation is impossible.</param>
/// <param name="Problem">Why there is no decision; null where there is one.</param>
public sealed record DecisionOutcome(Decision? Decision, ResourceState? State, ObservationProblem? Problem);

using Advisor.Core.Decisions;
using Advisor.Core.Observations;
using Advisor.Core.Scaling.State;

namespace Advisor.Core.Scaling;

/// <summary>Result of an observation: a decision and the next state, or the problem that prevents a decision.</summary>
/// <param name="Decision">Decision; null if the observation is invalid.</param>
/// <param name="State">State to pass with the next observation; unchanged if the observation is invalid.</param>
/// <param name="Problem">Reason why there is no decision; null if there is one.</param>
public sealed record DecisionOutcome(Decision? Decision, ResourceState? State, ObservationProblem? Problem);

namespace Advisor.Service.Evaluation;

/// <summary>Progress of an evaluation of the fleet, for display.</summary>
/// <param name="Step">Current step: "Finding resources" or "Evaluating".</param>
/// <param name="Done">Resources completed in this step.</param>
/// <param name="Total">Resources in this step; 0 when not known yet.</param>
public readonly record struct EvaluationProgress(string Step, int Done = 0, int Total = 0);

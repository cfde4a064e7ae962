namespace Advisor.Service.Evaluation;

/// <summary>Progress of long work, for display.</summary>
/// <param name="Step">Current step: "Finding resources" or "Evaluating".</param>
/// <param name="Done">Units of work completed in this step.</param>
/// <param name="Total">Units of work in this step; 0 when not known yet.</param>
/// <param name="Unit">What is counted, in the singular.</param>
public readonly record struct EvaluationProgress(string Step, int Done = 0, int Total = 0, string Unit = "resource");

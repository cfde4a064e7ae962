namespace Advisor.Service.Evaluate;

/// <summary>Where a pass stands, for a person who waits.</summary>
/// <param name="Step">What is being done: "Finding resources", "Reading metrics", "Deciding".</param>
/// <param name="Done">Resources done of this step.</param>
/// <param name="Total">Resources of this step; 0 where it is not known yet.</param>
public readonly record struct EvaluationProgress(string Step, int Done = 0, int Total = 0);

namespace Advisor.Core.Fleet;

/// <summary>Resource or subscription that could not be read; the others are not affected.</summary>
/// <param name="ResourceId">Id of the resource or scope that failed.</param>
/// <param name="Text">One sentence, including what to do.</param>
public sealed record FleetFailure(string ResourceId, FailureCode Code, string Text);

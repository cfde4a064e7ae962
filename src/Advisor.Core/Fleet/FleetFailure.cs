namespace Advisor.Core.Fleet;

/// <summary>One resource, or one subscription, that could not be read; the others go on.</summary>
/// <param name="ResourceId">Id of the resource or the scope that failed.</param>
/// <param name="Code">
/// Stable word: Forbidden, NotFound, Throttled, Timeout, Unreachable, InvalidResponse, Credential, ServiceFault (5xx),
/// Invalid (400 or no id).
/// </param>
/// <param name="Text">One sentence with what to do.</param>
public sealed record FleetFailure(string ResourceId, string Code, string Text);

namespace Advisor.Core.Fleet;

/// <summary>Resource or subscription that could not be read; the others are not affected.</summary>
/// <param name="ResourceId">Id of the resource or scope that failed.</param>
/// <param name="Code">
/// Stable code: Forbidden, NotFound, Throttled, Timeout, Unreachable, InvalidResponse, Credential, ServiceFault (5xx), Invalid (400 or no
/// id), Settings (those of a resource), Fault (of the program, about one resource).
/// </param>
/// <param name="Text">One sentence, including what to do.</param>
public sealed record FleetFailure(string ResourceId, string Code, string Text);

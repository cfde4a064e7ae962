using Advisor.Core.Quantities;

namespace Advisor.Core.Reports;

/// <summary>Change of size.</summary>
/// <param name="State">State such as verified or failed, in lower case.</param>
/// <param name="Text">Reason or result; null if neither was recorded.</param>
public sealed record ReportedChange(DateTimeOffset At, string ResourceName, Size From, Size To, string State, string? Text);

/// <summary>Changes of a window: how many there were, and those that a report lists.</summary>
/// <param name="Count">Number of all.</param>
/// <param name="Verified">Number of those that were seen in force in Azure.</param>
/// <param name="Listed">Newest first; of many, the newest that were not verified, and the newest of the others.</param>
public sealed record ReportedChanges(int Count, int Verified, IReadOnlyList<ReportedChange> Listed)
{
    public bool AreAllListed => Listed.Count == Count;
}

using Advisor.Core.Reports;
using Advisor.Service.Changes;

namespace Advisor.Service.Reports;

/// <summary>
/// Counts the changes of a window and selects those that a report lists. A fleet of 1,000 in mode <c>auto</c> has thousands of changes a
/// day, of which a person looks for those that failed.
/// </summary>
internal sealed class ChangeSelection
{
    private readonly List<ReportedChange> verified = [];
    private readonly List<ReportedChange> others = [];
    private int verifiedCount;
    private int count;

    /// <summary>Adds the next older change.</summary>
    /// <param name="name">Name of its resource.</param>
    public void Add(string name, ChangeRecord change)
    {
        var isVerified = change.State is ChangeState.Verified;
        (count, verifiedCount) = (count + 1, verifiedCount + (isVerified ? 1 : 0));
        var list = isVerified ? verified : others;
        if (list.Count < PeriodReport.MaxListed)
        {
            list.Add(
                new ReportedChange(
                    change.DecidedAt,
                    name,
                    change.From,
                    change.To,
                    change.State.ToString().ToLowerInvariant(),
                    isVerified ? change.Reason ?? change.Text : change.Text ?? change.Reason
                )
            );
        }
    }

    public ReportedChanges Build() =>
        new(count, verifiedCount, [.. others.Concat(verified).Take(PeriodReport.MaxListed).OrderByDescending(change => change.At)]);
}

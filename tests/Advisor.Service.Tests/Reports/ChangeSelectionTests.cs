using Advisor.Core.Reports;
using Advisor.Service.Changes;
using Advisor.Service.Reports;

namespace Advisor.Service.Tests.Reports;

public sealed class ChangeSelectionTests
{
    private static readonly DateTimeOffset Newest = new(2026, 3, 9, 8, 0, 0, TimeSpan.Zero);

    [Fact]
    public void All_changes_of_a_usual_window_are_listed_newest_first()
    {
        var changes = Select([.. Enumerable.Range(0, 12).Select(i => i % 3 == 0 ? ChangeState.Failed : ChangeState.Verified)]);

        Assert.Equal((12, 8, true), (changes.Count, changes.Verified, changes.AreAllListed));
        Assert.Equal(Enumerable.Range(0, 12).Select(i => Newest.AddMinutes(-i)), changes.Listed.Select(change => change.At));
    }

    [Fact]
    public void Of_many_those_that_were_not_verified_are_listed_before_those_that_were()
    {
        // 2,000 changes, of which the three oldest were refused: they and the 497 newest.
        var changes = Select([.. Enumerable.Repeat(ChangeState.Verified, 1997), .. Enumerable.Repeat(ChangeState.Refused, 3)]);

        Assert.Equal((2000, 1997, PeriodReport.MaxListed), (changes.Count, changes.Verified, changes.Listed.Count));
        Assert.Equal(["refused", "refused", "refused"], changes.Listed.TakeLast(3).Select(change => change.State));
        Assert.Equal(Enumerable.Range(0, 497).Select(i => Newest.AddMinutes(-i)), changes.Listed.SkipLast(3).Select(change => change.At));
    }

    /// <summary>Adds a change a minute, the newest first.</summary>
    private static ReportedChanges Select(IReadOnlyList<ChangeState> states)
    {
        var selection = new ChangeSelection();
        foreach (var (minute, state) in states.Index())
        {
            selection.Add(
                "chat",
                new ChangeRecord
                {
                    ResourceId = "/r/chat",
                    DecidedAt = Newest.AddMinutes(-minute),
                    FromSku = "Standard_S1",
                    FromUnits = 1,
                    ToSku = "Standard_S1",
                    ToUnits = 2,
                    State = state,
                }
            );
        }

        return selection.Build();
    }
}

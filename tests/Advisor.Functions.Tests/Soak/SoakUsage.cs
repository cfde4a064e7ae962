using System.Diagnostics;
using System.Globalization;
using Advisor.Functions.Tests.Crashes;
using Advisor.Functions.Tests.Secrets;

namespace Advisor.Functions.Tests.Soak;

/// <summary>What the instances use after each tick, and how many rows there are at the end of each day.</summary>
internal sealed class SoakUsage(Installation place)
{
    private static readonly TimeSpan Day = TimeSpan.FromDays(1);

    private readonly List<Usage> usages = [];
    private readonly List<int> rowsByDay = [0];

    private sealed record Usage(DateTimeOffset At, double MegaBytes, int Handles, int OpenRows);

    /// <param name="openChanges">Open changes, which count as open rows beside the messages of the outbox.</param>
    public async Task MeasureAsync(int openChanges, CancellationToken cancellation)
    {
        var rows = openChanges + (await place.State.Outbox.ListOpenAsync(1000, cancellation)).Count;
        foreach (var host in place.Hosts)
        {
            try
            {
                using var process = Process.GetProcessById(host.App.Id);
                usages.Add(new Usage(place.Clock.GetUtcNow(), process.WorkingSet64 / 1e6, process.HandleCount, rows));
            }
            catch (Exception e) when (e is ArgumentException or InvalidOperationException)
            {
                // It was killed a moment ago.
            }
        }
    }

    /// <summary>Counts the rows at the end of a day.</summary>
    public async Task CountRowsAsync(CancellationToken cancellation) =>
        rowsByDay.Add(await TableDump.CountAsync(place.Azurite.Tables, cancellation));

    /// <summary>
    /// Finds what is larger after the first day than on it by more than a tenth and a little; audit lines stay for months, so of rows it is
    /// what each day adds.
    /// </summary>
    public List<string> FindGrowth()
    {
        var growth = new List<string>();
        for (var day = 2; day < rowsByDay.Count; day++)
        {
            Compare($"rows added on day {day}", rowsByDay[1], rowsByDay[day] - rowsByDay[day - 1], 50);
        }

        var first = usages.Where(usage => usage.At < Installation.Start + Day).ToList();
        var later = usages.Where(usage => usage.At >= Installation.Start + Day).ToList();
        if (later.Count > 0)
        {
            Compare("MB of memory", first.Max(usage => usage.MegaBytes), later.Max(usage => usage.MegaBytes), 32);
            Compare("handles", first.Max(usage => usage.Handles), later.Max(usage => usage.Handles), 32);
            Compare("open rows", first.Max(usage => usage.OpenRows), later.Max(usage => usage.OpenRows), 50);
        }

        return growth;

        void Compare(string what, double before, double after, double slack)
        {
            if (after > (1.1 * before) + slack)
            {
                growth.Add(string.Create(CultureInfo.InvariantCulture, $"{after:0} {what}, {before:0} on the first day"));
            }
        }
    }

    public override string ToString() =>
        string.Create(
            CultureInfo.InvariantCulture,
            $"at most {usages.Max(u => u.MegaBytes):0} MB, {usages.Max(u => u.Handles)} handles, {usages.Max(u => u.OpenRows)} open rows"
                + $"{(rowsByDay.Count > 1 ? "; rows by day: " + string.Join(", ", rowsByDay.Skip(1)) : "")}"
        );
}

using System.Collections.Concurrent;
using Advisor.Functions.Tests.Crashes;
using Advisor.Lab.LocalAzure;
using Advisor.Lab.LocalAzure.Faults;

namespace Advisor.Functions.Tests.Soak;

/// <summary>
/// Draws what goes wrong: storms of 429 and 529, 500, hangs, truncated JSON and broken connections of Monitor and Resource Manager, changes
/// that conflict or fail, lost answers of PATCH, calls of the table service that do not arrive or are not answered, kills, and an hour in
/// which nothing runs.
/// </summary>
/// <param name="share">Of the ticks that are disturbed, 0 to 1.</param>
internal sealed class SoakFaults(int seed, double share)
{
    private static readonly CallKind[] Reads = [CallKind.MetricBatch, CallKind.List, CallKind.Get, CallKind.Operation];

    private readonly Random random = new(seed);
    private readonly ConcurrentDictionary<string, int> counts = new(StringComparer.Ordinal);
    private int lostCalls;
    private int lostAnswers;
    private int lostPatches;

    public bool LosesTableCall() => Take(ref lostCalls);

    public bool LosesTableAnswer() => Take(ref lostAnswers);

    public bool LosesAnswerOfPatch() => Take(ref lostPatches);

    /// <summary>Disturbs the tick that is running.</summary>
    public async Task DisturbAsync(Installation place, CancellationToken cancellation)
    {
        if (random.NextDouble() >= share)
        {
            return;
        }

        var call = Reads[random.Next(Reads.Length)];
        var times = random.Next(1, 7);
        switch (random.Next(14))
        {
            case 0:
                Add(place, new Fault(FaultKind.Throttle) { Call = call, Times = times });
                break;
            case 1:
                Add(place, new Fault(FaultKind.Overloaded) { Call = CallKind.MetricBatch, Times = times });
                break;
            case 2:
                Add(place, new Fault(FaultKind.ServerError) { Call = call, Times = times });
                break;
            case 3:
                Add(
                    place,
                    new Fault(FaultKind.Delay)
                    {
                        Call = call,
                        Times = 2,
                        Delay = TimeSpan.FromSeconds(random.Next(1, 4)),
                    }
                );
                break;
            case 4:
                Add(place, new Fault(FaultKind.Truncate) { Call = call, Times = times });
                break;
            case 5:
                Add(place, new Fault(FaultKind.Reset) { Call = call, Times = times });
                break;
            case 6:
                Add(place, new Fault(FaultKind.Conflict) { Call = CallKind.Patch, Times = times });
                break;
            case 7 when random.Next(3) == 0:
                Add(place, new Fault(FaultKind.FailedUpdate) { Call = CallKind.Patch, Times = 1 });
                break;
            case 8:
                Count("lost PATCH answer");
                Interlocked.Exchange(ref lostPatches, 1);
                break;
            case 9:
                Count("lost table call");
                Interlocked.Exchange(ref lostCalls, times);
                break;
            case 10:
                Count("lost table answer");
                Interlocked.Exchange(ref lostAnswers, times);
                break;
            case 11 or 12:
                await KillAsync(place, cancellation);
                break;
            case 13 when random.Next(8) == 0:
                Count("hour without a tick");
                await place.WaitUntilIdleAsync();
                place.Clock.Advance(TimeSpan.FromHours(1));
                break;
        }
    }

    /// <summary>From here on no call and no answer is lost.</summary>
    public void End() => (lostCalls, lostAnswers, lostPatches) = (0, 0, 0);

    public override string ToString() =>
        string.Join(", ", counts.OrderBy(pair => pair.Key, StringComparer.Ordinal).Select(pair => $"{pair.Value} {pair.Key}"));

    private void Add(Installation place, Fault fault)
    {
        Count(fault.Kind.ToString());
        place.Azure.Faults.Add(fault);
    }

    private async Task KillAsync(Installation place, CancellationToken cancellation)
    {
        Count("kill");
        await Task.Delay(random.Next(0, 200), cancellation);
        var app = place.Hosts[random.Next(place.Hosts.Count)].App;
        app.Kill();
        await app.Ended;
    }

    private void Count(string what) => counts.AddOrUpdate(what, 1, (_, count) => count + 1);

    private static bool Take(ref int left)
    {
        if (Volatile.Read(ref left) <= 0)
        {
            return false;
        }

        return Interlocked.Decrement(ref left) >= 0;
    }
}

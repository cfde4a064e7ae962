using Advisor.Core.Fleet;

namespace Advisor.Service.Tests;

public sealed class ServiceOptionsTests
{
    private static readonly ServiceOptions Usual = new() { Scope = new FleetScope() };

    // The last value that is possible and the first one that is not, of each option that has an end.
    public static TheoryData<string, ServiceOptions, ServiceOptions> Ends =>
        new()
        {
            { "The interval is", Usual with { Interval = Seconds(1) }, Usual with { Interval = Seconds(0.5) } },
            { "The interval is", Usual with { Interval = Seconds(3600) }, Usual with { Interval = Seconds(3601) } },
            { "The interval is", Usual with { Interval = Seconds(61) }, Usual with { Interval = Seconds(61.5) } },
            { "Resources cannot", Usual with { DiscoveryInterval = Seconds(0) }, Usual with { DiscoveryInterval = Seconds(-1) } },
            { "A resource counts", Usual with { DeletedAfterLists = 1 }, Usual with { DeletedAfterLists = 0 } },
            { "The history of", Usual with { HistoryBackfill = Seconds(0) }, Usual with { HistoryBackfill = Seconds(-1) } },
            { "The history of", Usual with { HistoryBackfill = Days(14) }, Usual with { HistoryBackfill = Days(15) } },
            { "The limits of an hour", Usual with { MaxChangesPerHour = 0 }, Usual with { MaxChangesPerHour = -1 } },
            { "The limits of an hour", Usual with { MaxUnitsPerHour = 0 }, Usual with { MaxUnitsPerHour = -1 } },
            { "Applying stops", Usual with { MaxFailedVerifications = 1 }, Usual with { MaxFailedVerifications = 0 } },
        };

    [Theory]
    [MemberData(nameof(Ends))]
    public void An_option_beyond_its_end_is_named_in_one_sentence(string sentence, ServiceOptions last, ServiceOptions beyond)
    {
        Assert.Null(last.FindProblem());
        Assert.StartsWith(sentence, beyond.FindProblem()!, StringComparison.Ordinal);
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);

    private static TimeSpan Days(double days) => TimeSpan.FromDays(days);
}

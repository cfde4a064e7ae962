using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Core.Tests.Capacity;

public sealed class DataSufficiencyTests
{
    private static readonly Ratio Half = new(0.5);

    public static TheoryData<string, bool, bool, bool> Cases =>
        new()
        {
            // known limits: load, connections, in, out, routing; enough without a wall; enough with one; enough to scaleIn
            { "lcior", true, true, true },
            { "cior", true, true, false }, // traffic replaces the load, but nothing is scaled in without it
            { "lcir", true, true, false },
            { "lc", true, false, false }, // no server load shows routing cost
            { "c", false, false, false },
            { "cir", false, false, false }, // one direction of traffic is half of it
            { "lior", false, false, false }, // connections are a limit that nothing else shows
            { "", false, false, false },
        };

    [Theory]
    [MemberData(nameof(Cases))]
    public void What_suffices_is_decided_in_one_place(string known, bool plain, bool routed, bool scaleIn)
    {
        Ratio? CreateIf(char letter) => known.Contains(letter, StringComparison.Ordinal) ? Half : null;
        var utilizations = new PerLimit<Ratio>(CreateIf('l'), CreateIf('c'), CreateIf('i'), CreateIf('o'), CreateIf('r'));

        Assert.Equal(plain, DataSufficiency.CanAdvise(utilizations, hasRoutingWall: false));
        Assert.Equal(routed, DataSufficiency.CanAdvise(utilizations, hasRoutingWall: true));
        Assert.Equal(scaleIn, DataSufficiency.CanScaleIn(utilizations));
    }
}

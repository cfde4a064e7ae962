using Advisor.Configuration.Rules;
using Advisor.Core.Alerting;
using Advisor.Core.Rules;

namespace Advisor.Configuration.Tests.Schedules;

public sealed class MuteTests
{
    private const string Nights = """
        mutes:
          - name: nights
            days: mon-fri
            from: "22:00"
            to: "06:00"
            timeZone: Europe/Berlin
            match: { team: lobby }
        """;

    // Berlin is at +01:00 in January: Monday night lasts from 21:00Z to 05:00Z.
    [Theory]
    [InlineData("2026-01-05T20:59:59Z", false)]
    [InlineData("2026-01-05T21:00:00Z", true)]
    [InlineData("2026-01-06T04:59:59Z", true)]
    [InlineData("2026-01-06T05:00:00Z", false)]
    [InlineData("2026-01-10T21:00:00Z", false)]
    public void A_mute_holds_from_its_begin_to_just_before_its_end(string at, bool held)
    {
        var now = DateTimeOffset.Parse(at);
        var configuration = ConfigurationLoader.Parse(Nights, RuleSetLoader.Embedded).Configuration!;
        var holds = new AlertSuppression([], configuration.FindActiveMutes(now));
        Assert.Equal(held ? "muted: nights" : null, holds.FindReason(CreateSubject("lobby"), "serverLoad", now));
        Assert.Null(holds.FindReason(CreateSubject("rooms"), "serverLoad", now));
    }

    private static AlertSubject CreateSubject(string team) =>
        new(AlertSubjectKind.Resource, "/subscriptions/s/chat", "chat", team, "westeurope");
}

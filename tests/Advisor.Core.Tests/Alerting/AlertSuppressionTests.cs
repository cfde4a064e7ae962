using Advisor.Core.Alerting;
using Advisor.Core.Rules;

namespace Advisor.Core.Tests.Alerting;

/// <summary>Which alerts a silence matches.</summary>
public sealed class AlertSuppressionTests
{
    private static readonly DateTimeOffset Now = new(2026, 3, 2, 8, 0, 0, TimeSpan.Zero);

    private static readonly AlertSubject Chat = new(AlertSubjectKind.Resource, "/x/chat", "chat", "default", "westeurope");

    [Theory]
    [InlineData("team", "lobby", true)]
    [InlineData("team", "Default", true)]
    [InlineData("team", "games", false)]
    public void A_team_that_only_a_tag_names_is_silenced_by_its_name_and_by_that_of_the_team_that_is_notified(
        string label,
        string value,
        bool isSilenced
    ) => Assert.Equal(isSilenced, FindReason(Chat with { UnknownTeam = "lobby" }, label, value) is not null);

    [Theory]
    [InlineData("resource", "/X/chat", true)]
    [InlineData("region", "northeurope", false)]
    [InlineData("channel", "/x/chat", false)]
    [InlineData("shoe", "/x/chat", false)]
    public void A_label_that_the_subject_does_not_have_matches_nothing(string label, string value, bool isSilenced) =>
        Assert.Equal(isSilenced, FindReason(Chat, label, value) is not null);

    private static string? FindReason(AlertSubject subject, string label, string value)
    {
        var matchers = new Dictionary<string, string> { [label] = value };
        var silence = new AlertSilence(matchers, "an operator", "drill", Now, Now.AddHours(1));
        return new AlertSuppression([silence], []).FindReason(subject, "serverLoad", Now);
    }
}

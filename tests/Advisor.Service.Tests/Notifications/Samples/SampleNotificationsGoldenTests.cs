using System.Text.RegularExpressions;
using Advisor.Configuration.Rules;
using Advisor.Service.Notifications.Samples;
using Advisor.Service.Tests.World;
using Advisor.Tests;

namespace Advisor.Service.Tests.Notifications.Samples;

public sealed partial class SampleNotificationsGoldenTests
{
    /// <summary>What <c>advisor notify test --sample</c> sends, without what is new each time: keys of links, ids of approvals.</summary>
    [Fact]
    public void The_samples_are_those_that_were_reviewed()
    {
        var samples = SampleNotifications.Create(RuleSetLoader.Embedded, "chat", ServiceWorld.Start).Select(Figures.WriteBriefly);

        Golden.AssertMatches("Advisor.Service.Tests", "samples.txt", Token().Replace(string.Join('\n', samples), "TOKEN"));
    }

    [GeneratedRegex(
        @"(?<=[?&]t=)[A-Za-z0-9._-]+|(?<=[0-9a-f]{32}-)[0-9a-f]{32}",
        RegexOptions.ExplicitCapture,
        matchTimeoutMilliseconds: 1000
    )]
    private static partial Regex Token();
}

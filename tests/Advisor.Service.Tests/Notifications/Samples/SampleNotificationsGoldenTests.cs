using System.Text.RegularExpressions;
using Advisor.Configuration.Rules;
using Advisor.Service.Notifications.Samples;
using Advisor.Service.Tests.World;
using Advisor.Tests;

namespace Advisor.Service.Tests.Notifications.Samples;

public sealed partial class SampleNotificationsGoldenTests
{
    /// <summary>What <c>advisor notify test --sample</c> sends, without the keys of its links, which are new each time.</summary>
    [Fact]
    public void The_samples_are_those_that_were_reviewed()
    {
        var samples = SampleNotifications.Create(RuleSetLoader.Embedded, "chat", ServiceWorld.Start).Select(Figures.WriteBriefly);

        Golden.AssertMatches("Advisor.Service.Tests", "samples.txt", Token().Replace(string.Join('\n', samples), "$1TOKEN"));
    }

    [GeneratedRegex(@"([?&]t=)[A-Za-z0-9._-]+")]
    private static partial Regex Token();
}

using Advisor.Functions.Tests.Published;
using Advisor.HostStandIn;
using Advisor.Lab.LocalAzure.Scenarios;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Crashes;

/// <summary>
/// The day of tests/scenarios/day through the published executable, with the teams and channels that <c>advisor watch</c> has on it:
/// undisturbed until noon, and killed ten times at random from then on. The same list of messages is expected as without kills.
/// </summary>
public sealed class DayTests(PublishedApp package, ITestOutputHelper output) : IClassFixture<PublishedApp>
{
    private const int Seed = 11;
    private const int Kills = 10;
    private static readonly TimeSpan Step = TimeSpan.FromMinutes(5);

    // Before the first incident (09:00) and after the last (19:00 to 20:30, sent until 20:55).
    private static readonly TimeSpan From = TimeSpan.FromHours(8.75);
    private static readonly TimeSpan Until = TimeSpan.FromHours(21.5);

    // Between the last message of the overload and its end.
    private static readonly TimeSpan FirstKill = TimeSpan.FromHours(12);
    private static readonly TimeSpan LastKill = TimeSpan.FromHours(20.5);

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Every_team_gets_the_messages_of_the_day_and_no_more_come_again_than_it_was_killed()
    {
        await using var inbox = DayInbox.Start();
        var day = DayScenario.Parse(await File.ReadAllTextAsync(DayInbox.Scenario, Cancellation));
        await using var place = await Installation.StartAsync(package.Folder, day.Resources, day.Start + From);
        var host = await place.AddHostAsync(with: options => options with { Settings = CreateSettings(options, inbox) });
        var random = new Random(Seed);
        var waiting = new Queue<DayKill>(DayKill.Draw(Kills, random, day.Start + FirstKill, day.Start + LastKill));
        inbox.Arrived = async _ =>
        {
            if (!waiting.TryPeek(out var kill) || !kill.WithMessage || place.Clock.GetUtcNow() < kill.At)
            {
                return true;
            }

            waiting.Dequeue();
            await KillAsync(host);
            return false;
        };

        while (place.Clock.GetUtcNow() < day.Start + Until)
        {
            var work = place.TickAsync(Step);
            if (waiting.TryPeek(out var kill) && !kill.WithMessage && place.Clock.GetUtcNow() >= kill.At)
            {
                waiting.Dequeue();
                await Task.Delay(random.Next(0, 150), Cancellation);
                await KillAsync(host);
            }

            await work;
            Assert.True(waiting.Count < Kills || inbox.Repeats == 0);
        }

        inbox.AddConsoleOutput([.. host.Log.Select(RemoveLevel)]);
        output.WriteLine($"{inbox.Repeats} came again.");
        Assert.Empty(waiting);

        // A tick that fails without a kill is missing, and the clock goes on.
        Assert.All(
            host.Outcomes.Where(outcome => !outcome.Succeeded),
            outcome => Assert.StartsWith("The app did not answer: ", outcome.Problem, StringComparison.Ordinal)
        );
        Assert.Empty((await place.OpenMessagesAsync()).Select(item => $"{item.Kind} {item.Scope} {item.Id} is still open"));
        var difference = inbox.DescribeDifferenceAfterKills(FirstKill);
        Assert.True(difference.Length == 0, difference);

        // Every other kill cuts off an answer, so that its message has to come again.
        Assert.InRange(inbox.Repeats, Kills / 2, Kills);
    }

    private static Dictionary<string, string> CreateSettings(StandInOptions options, DayInbox inbox) =>
        options
            .Settings.Where(setting => setting.Key is not ("Advisor__Mode" or "Advisor__WebhookUrl"))
            .Concat(inbox.Environment)
            .Append(new("Advisor__ConfigFile", inbox.Configuration))
            .Append(new("Advisor__Interval", "00:05:00"))
            .ToDictionary();

    // The host starts it again.
    private static async Task KillAsync(StandInHost host)
    {
        var app = host.App;
        app.Kill();
        await app.Ended;
    }

    private static string RemoveLevel(string line) => line[(line.IndexOf("] ", StringComparison.Ordinal) + 2)..];
}

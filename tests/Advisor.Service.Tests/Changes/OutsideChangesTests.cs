using Advisor.Core.Alerting;
using Advisor.Core.Fleet;
using Advisor.Core.Settings;
using Advisor.Service.Tests.World;

namespace Advisor.Service.Tests.Changes;

/// <summary>
/// A resource that Advisor scaled out, and that someone then sets to another size: the Activity Log says who, and the alert of the drift
/// and the reasons repeat it.
/// </summary>
public sealed class OutsideChangesTests
{
    private readonly ServiceWorld world = new();

    [Fact]
    public async Task The_alert_names_who_changed_the_size_and_the_log_is_read_for_that_change_only()
    {
        await ScaleOutAsync();
        Assert.Empty(world.Azure.ChangerReads); // the change was Advisor's

        var seen = await ChangeOutsideAsync("dana@example.com", "Azure portal");

        Assert.Equal(
            $"Last changed by dana@example.com (Azure portal) at {seen:HH:mm} UTC.",
            FindDrift().Text[(FindDrift().Text.IndexOf("Last", StringComparison.Ordinal))..]
        );
        // One read named someone; its window reaches from an hour before to a few minutes after.
        var (_, from, until) = Assert.Single(world.Azure.ChangerReads);
        Assert.InRange(seen, from.AddMinutes(55), until.AddMinutes(-4));
    }

    [Fact]
    public async Task A_log_that_arrives_later_is_read_again_with_growing_intervals_and_then_left()
    {
        await ScaleOutAsync();
        world.Azure.Changer = () => SizeChangerAnswer.None;
        ChangeOutside();

        await world.RunAsync(90);

        // 0, 2, 4, 6, 9, 14, 21, 32 and 48 minutes after the change was seen.
        Assert.InRange(world.Azure.ChangerReads.Count, 7, 10);
        Assert.DoesNotContain("Last changed by", FindDrift().Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_missing_right_is_one_line_in_the_alert()
    {
        await ScaleOutAsync();
        world.Azure.Changer = () => new SizeChangerAnswer(null, new FleetFailure("log", FailureCode.Forbidden, "grant Monitoring Reader."));
        ChangeOutside();

        await world.RunAsync(12);

        Assert.EndsWith("Who changed it is not known: grant Monitoring Reader.", FindDrift().Text, StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_fault_of_the_log_harms_no_tick()
    {
        await ScaleOutAsync();
        world.Azure.Changer = () => throw new InvalidOperationException("broken");
        ChangeOutside();

        await world.RunAsync(12);

        Assert.NotEmpty(world.Azure.ChangerReads);
        Assert.Contains("broken", FindDrift().Text, StringComparison.Ordinal);
        Assert.DoesNotContain(world.Lines, line => line.Contains("broken", StringComparison.Ordinal));
    }

    [Fact]
    public async Task A_name_with_line_breaks_and_marks_stays_one_plain_line()
    {
        await ScaleOutAsync();

        await ChangeOutsideAsync("dana\n\u202e@example.com" + new string('x', 500), null);

        Assert.DoesNotContain(FindDrift().Text, c => char.IsControl(c) || c == '\u202e');
        Assert.InRange(FindDrift().Text.Length, 1, 250);
    }

    private AlertEvent FindDrift() => world.Reports.Last(alert => alert.Condition == "drift" && alert.Kind == AlertEventKind.Fired);

    private FakeResource? chat;

    // 2,600 connections at 1 unit: Advisor sets 3.
    private async Task ScaleOutAsync()
    {
        chat = world.Azure.Add("chat", 1, _ => 2600, new ResourceSettings { Mode = AdvisorMode.Auto });
        await world.RunAsync(40);
        Assert.Equal(3, chat.GetUnits(world.Clock.GetUtcNow()));
    }

    private void ChangeOutside() => chat!.Begin(8, world.Clock.GetUtcNow(), world.Clock.GetUtcNow());

    private async Task<DateTimeOffset> ChangeOutsideAsync(string caller, string? client)
    {
        var at = world.Clock.GetUtcNow();
        world.Azure.Changer = () => new SizeChangerAnswer(new SizeChanger(caller, client, at), null);
        ChangeOutside();
        await world.RunAsync(12);
        return at;
    }
}

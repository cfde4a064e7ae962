using System.Text;
using System.Text.Json;
using Advisor.HostStandIn;
using Advisor.Tests;

namespace Advisor.Cli.Tests.Commands.Watch;

/// <summary>
/// Eight simulated days of the ten resources of the loopback Azure in mode <c>recommend</c>, in which no one follows: what a webhook is
/// sent. After seven, messages about recommendations come again.
/// </summary>
public sealed class RecommendDaysTests
{
    // A tick every half hour, so that the days take seconds; every minute is decided upon all the same.
    private static readonly Lazy<Task<IReadOnlyList<JsonElement>>> Run = new(RunAsync);

    [Fact]
    public async Task Every_message_is_one_that_a_person_wants() =>
        Golden.AssertMatches("Advisor.Cli.Tests", "recommend-days.txt", string.Concat((await Run.Value).Select(FormatMessage)));

    [Fact]
    public async Task At_most_20_are_about_recommendations_and_at_most_120_in_all()
    {
        var sent = await Run.Value;

        Assert.InRange(sent.Count, 20, 120);
        Assert.InRange(sent.Count(message => message.TryGetProperty("topic", out _)), 3, 20);
    }

    [Fact]
    public async Task No_overload_of_a_size_is_said_twice()
    {
        var titles = (await Run.Value)
            .Where(message => message.TryGetProperty("topic", out var topic) && topic.GetString() == "recommendation")
            .Select(message => message.GetProperty("title").GetString())
            .ToList();

        Assert.Equal(titles.Distinct(), titles);
    }

    private static string FormatMessage(JsonElement message)
    {
        var text = new StringBuilder();
        var (at, kind, severity) = (message.GetProperty("at").GetDateTimeOffset(), ReadText("kind"), ReadText("severity"));
        text.Append(FormattableString.Invariant($"{at:MM-dd HH:mm} {kind} {severity}: {ReadText("title")}\n"));
        foreach (var name in (string[])["text", "proposal"])
        {
            text.Append(message.TryGetProperty(name, out var value) && value.GetString() is { Length: > 0 } line ? $"    {line}\n" : "");
        }

        foreach (var line in message.TryGetProperty("lines", out var lines) ? lines.EnumerateArray() : [])
        {
            text.Append($"  - {line.GetProperty("text").GetString()}\n");
        }

        return text.ToString();

        string? ReadText(string name) => message.GetProperty(name).GetString();
    }

    private static async Task<IReadOnlyList<JsonElement>> RunAsync()
    {
        await using var receiver = await Receiver.StartAsync(CancellationToken.None);
        var cli = new CliContext { Out = TextWriter.Null, Error = TextWriter.Null };
        var code = await AdvisorCli.RunAsync(
            ["watch", "--local", "--mode", "recommend", "--hours", "192", "--interval", "1800", "--webhook", receiver.Address.AbsoluteUri],
            cli,
            CancellationToken.None
        );
        Assert.Equal(0, code);
        return [.. receiver.Bodies.Select(body => body.GetProperty("data"))];
    }
}

using System.Text.Json;
using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Infra;

/// <summary>The lists of subscriptions of main.bicep, worked out by the compiler as its deployment would.</summary>
public sealed partial class DeployedSubscriptionsTests
{
    private const string App = "00000000-0000-4000-8000-00000000000a";
    private const string Other = "00000000-0000-4000-8000-00000000000b";

    /// <summary>functions/register reads the same: <see cref="RegisterHookTests"/>.</summary>
    [Fact]
    public void Each_subscription_is_watched_and_applied_to_once_whatever_the_spelling()
    {
        const string Shouted = "00000000-0000-4000-8000-00000000000B";
        (string Watched, string Apply, (string Watched, string Applied) Expected)[] rows =
        [
            ("", "", (App, "")),
            ("", Other, (App + " " + Other, Other)),
            (" , ", "", (App, "")),
            (Other, App + ",", (Other + " " + App, App)),
            (Shouted + ", " + Other + ",", Shouted + "," + Other, (Other, Other)),
        ];
        using var folder = new TemporaryFolder();
        var text = File.ReadAllText(Path.Combine(BicepFiles.Folder, "main.bicep"));
        var lists = ListsPattern().Match(text).Value.Replace("subscription().subscriptionId", $"'{App}'", StringComparison.Ordinal);
        Assert.NotEmpty(lists);
        foreach (var (number, row) in rows.Index())
        {
            folder.Write(
                $"{number}.bicepparam",
                $"""
                using none
                var watchedSubscriptions = '{row.Watched}'
                var applySubscriptions = '{row.Apply}'
                {lists}
                param listOfWatched = watched
                param listOfApplied = applied

                """
            );
        }

        var (exitCode, diagnostics) = BicepCompiler.Run(folder.Path, "build-params", "--pattern", "*.bicepparam");

        Assert.True(exitCode == 0, string.Join('\n', diagnostics));
        foreach (var (number, row) in rows.Index())
        {
            using var json = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder.Path, $"{number}.json")));
            Assert.Equal((row, row.Expected), (row, (Read(json, "listOfWatched"), Read(json, "listOfApplied"))));
        }
    }

    private static string Read(JsonDocument json, string name) =>
        string.Join(
            ' ',
            json.RootElement.GetProperty("parameters").GetProperty(name).GetProperty("value").EnumerateArray().Select(id => id.GetString())
        );

    // From the first list to the first resource.
    [GeneratedRegex(@"^var applied.*?(?=^resource )", RegexOptions.Multiline | RegexOptions.Singleline, 1000)]
    private static partial Regex ListsPattern();
}

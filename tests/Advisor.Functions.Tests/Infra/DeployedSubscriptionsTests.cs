using System.Text.Json;
using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Functions.Tests.Infra;

/// <summary>The lists of subscriptions of main.bicep, worked out by the compiler as its deployment would.</summary>
public sealed partial class DeployedSubscriptionsTests : IDisposable
{
    private const string App = "00000000-0000-4000-8000-00000000000a";
    private const string Other = "00000000-0000-4000-8000-00000000000b";

    private readonly TemporaryFolder folder = new();

    public void Dispose() => folder.Dispose();

    /// <summary>functions/register reads the same: <see cref="RegisterHookTests"/>.</summary>
    [Theory]
    [InlineData("", "", App, "")]
    [InlineData("", Other, App + " " + Other, Other)]
    [InlineData(" , ", "", App, "")]
    [InlineData(Other, App + ",", Other + " " + App, App)]
    [InlineData("00000000-0000-4000-8000-00000000000B, " + Other + ",", "00000000-0000-4000-8000-00000000000B," + Other, Other, Other)]
    public void Each_subscription_is_watched_and_applied_to_once_whatever_the_spelling(
        string watched,
        string apply,
        string expectedWatched,
        string expectedApplied
    )
    {
        var text = File.ReadAllText(Path.Combine(BicepFiles.Folder, "main.bicep"));
        var lists = ListsPattern().Match(text).Value.Replace("subscription().subscriptionId", $"'{App}'", StringComparison.Ordinal);
        Assert.NotEmpty(lists);
        folder.Write(
            "lists.bicepparam",
            $"""
            using none
            var watchedSubscriptions = '{watched}'
            var applySubscriptions = '{apply}'
            {lists}
            param listOfWatched = watched
            param listOfApplied = applied

            """
        );

        var (exitCode, diagnostics) = BicepCompiler.Run(folder.Path, "build-params", "lists.bicepparam", "--outfile", "lists.json");

        Assert.True(exitCode == 0, string.Join('\n', diagnostics));
        using var json = JsonDocument.Parse(File.ReadAllText(Path.Combine(folder.Path, "lists.json")));
        Assert.Equal((expectedWatched, expectedApplied), (Read(json, "listOfWatched"), Read(json, "listOfApplied")));
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

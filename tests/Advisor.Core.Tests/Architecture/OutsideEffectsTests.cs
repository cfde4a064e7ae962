using System.Text.RegularExpressions;
using Advisor.Tests;

namespace Advisor.Core.Tests.Architecture;

/// <summary>
/// The clock and randomness enter at the places of these lists, and docs/architecture.md names the same places. Everything else gets a
/// time or an id as an argument, or from a <c>TimeProvider</c> that the host passes.
/// </summary>
public sealed partial class OutsideEffectsTests
{
    private static readonly string[] Clock =
    [
        "functions/Advisor.Functions/Program.cs",
        "src/Advisor.Azure/AzureOptions.cs",
        "src/Advisor.Cli/CliContext.cs",
        "src/Advisor.Lab/LocalAzure/LocalAzureOptions.cs",
        "src/Advisor.Service/Store/Tables/TableStateStoreOptions.cs",
    ];

    private static readonly string[] Randomness =
    [
        "src/Advisor.Cli/CliContext.cs",
        "src/Advisor.Service/SignedLinks/AppLinks.cs",
        "src/Advisor.Service/SignedLinks/KeyRing.cs",
        "src/Advisor.Service/Store/Tables/TableStateStoreOptions.cs",
    ];

    [Fact]
    public void The_clock_is_read_at_the_listed_places_only() => Assert.Equal(Clock, FindFiles(ClockReadPattern()));

    [Fact]
    public void Random_values_come_from_the_listed_places_only() => Assert.Equal(Randomness, FindFiles(RandomValuePattern()));

    [Theory]
    [InlineData("time", nameof(Clock))]
    [InlineData("randomness", nameof(Randomness))]
    public void The_architecture_page_names_the_same_places(string row, string list)
    {
        var line = File.ReadLines(RepositoryFiles.GetPath("docs", "architecture.md"))
            .Single(text => text.StartsWith($"| {row} |", StringComparison.Ordinal));

        Assert.Equal(
            list == nameof(Clock) ? Clock : Randomness,
            LinkedFilePattern()
                .Matches(line)
                .Select(link => link.Groups["path"].Value)
                .Where(path => !path.StartsWith("tests/", StringComparison.Ordinal))
                .Order(StringComparer.Ordinal)
        );
    }

    [Theory]
    [InlineData("var now = DateTimeOffset.UtcNow;")]
    [InlineData("var now = System.DateTime.Now;")]
    [InlineData("Time = TimeProvider.System,")]
    public void A_planted_clock_is_found(string code) => Assert.Matches(ClockReadPattern(), code);

    [Theory]
    [InlineData("Id = Guid.NewGuid();")]
    [InlineData("NewId = Guid.NewGuid,")]
    [InlineData("Guid.CreateVersion7()")]
    [InlineData("Random.Shared.Next()")]
    [InlineData("var draw = new Random();")]
    [InlineData("RandomNumberGenerator.GetBytes(16)")]
    public void A_planted_random_value_is_found(string code) => Assert.Matches(RandomValuePattern(), code);

    [Fact]
    public void A_seeded_random_is_none() => Assert.DoesNotMatch(RandomValuePattern(), "var draw = new Random(seed);");

    private static IEnumerable<string> FindFiles(Regex effect) =>
        (
            from file in SourceFiles.List("src", "functions")
            where File.ReadLines(file.FullPath).Any(line => !IsComment(line) && effect.IsMatch(line))
            select file.Path
        ).Order(StringComparer.Ordinal);

    private static bool IsComment(string line) => line.AsSpan().TrimStart().StartsWith("//");

    [GeneratedRegex(@"\bDateTime(Offset)?\.(Utc)?(Now|Today)\b|\bTimeProvider\.System\b", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex ClockReadPattern();

    [GeneratedRegex(
        @"\bGuid\.(NewGuid|CreateVersion7)\b|\bRandom\.Shared\b|\bnew (System\.)?Random\(\)|\bRandomNumberGenerator\.",
        RegexOptions.ExplicitCapture,
        1000
    )]
    private static partial Regex RandomValuePattern();

    [GeneratedRegex(@"\]\(\.\./(?<path>[^)]+\.cs)\)", RegexOptions.ExplicitCapture, 1000)]
    private static partial Regex LinkedFilePattern();
}

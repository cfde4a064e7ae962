using Advisor.Configuration.Rules;
using Advisor.Configuration.Yaml;
using FsCheck;
using FsCheck.Fluent;

namespace Advisor.Configuration.Tests.Yaml;

public sealed class DocumentParserTests
{
    // Pieces that mean something to YAML or to us, thrown at random places of a good file.
    private static readonly string[] Pieces =
    [
        "[",
        "]",
        "{",
        "}",
        ":",
        "- ",
        "\n",
        "\n  ",
        "\t",
        "\"",
        "'",
        "&a ",
        "*a",
        "!!str ",
        "|",
        ">",
        "?",
        "#",
        "%YAML 1.2\n",
        "---\n",
        "...\n",
        ",",
        "\0",
        "\ufeff",
        "\ud800",
        "é",
        "~",
        "<<: ",
        "1e999",
        ".nan",
        "team: x",
        "-",
    ];

    [Fact]
    public void No_damage_to_a_file_is_answered_with_a_fault()
    {
        var text = ConfigurationTemplate.Text.Replace("\n#", "\n", StringComparison.Ordinal);
        var damage =
            from cut in Gen.Choose(0, text.Length - 1)
            from length in Gen.Choose(0, 30)
            from piece in Gen.Elements(Pieces)
            select text[..cut] + piece + text[Math.Min(text.Length, cut + length)..];

        Prop.ForAll(
                Arb.From(damage),
                broken =>
                {
                    var result = ConfigurationLoader.Parse(broken, RuleSetLoader.Embedded);
                    return (result.Configuration is not null) == (result.Problems.Count == 0);
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(2000));
    }

    [Fact]
    public void No_text_at_all_is_answered_with_a_fault() =>
        Prop.ForAll(
                Arb.From(Gen.Elements(Pieces).ListOf().Select(pieces => string.Concat(pieces))),
                text =>
                {
                    var log = new ProblemLog("x.yaml");
                    return DocumentParser.Parse(text, log) is not null || log.Count > 0;
                }
            )
            .Check(Config.QuickThrowOnFailure.WithMaxTest(5000));

    [Theory]
    [InlineData("a: 1\nb: [1, 2\n", 2)]
    [InlineData("a: 'x\n", 1)]
    [InlineData("a: [auto\nteam: x\n", 1)]
    public void A_text_that_is_no_YAML_is_one_problem_with_a_line(string text, int atLeast)
    {
        var log = new ProblemLog("x.yaml");

        Assert.Null(DocumentParser.Parse(text, log));
        var problem = Assert.Single(log.All);
        Assert.True(problem.Line >= atLeast, problem.ToString());
        Assert.StartsWith("This is not YAML: ", problem.Reason, StringComparison.Ordinal);
    }
}

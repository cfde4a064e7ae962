using Advisor.Reporting.OpenMetrics;
using Advisor.Tests;

namespace Advisor.Reporting.Tests.OpenMetrics;

public sealed class OpenMetricsTextTests
{
    private const string Nasty = "a\\b \"c\"\nd\r\u0000é💥{}=,#";

    private static readonly MetricFamily[] Families =
    [
        new("t_resource", OpenMetricsType.Info, null, "What \"it\" is.\nIn two lines.", [new(1, [new("name", Nasty), new("empty", "")])]),
        new(
            "t_age_seconds",
            OpenMetricsType.Gauge,
            "seconds",
            "Age.",
            [new(0, []), new(1.5, [new("name", "a")]), new(1e-7, [new("name", "b")]), new(double.PositiveInfinity, [new("name", "c")])]
        ),
        new("t_calls", OpenMetricsType.Counter, null, "Calls.", [new(12345678901, [new("api", "x")])]),
        new("t_nothing", OpenMetricsType.Gauge, null, "No sample at all.", []),
    ];

    public static bool ParserIsPresent => OpenMetricsParser.IsPresent;

    [Fact]
    public void Each_family_has_its_type_unit_and_help_and_the_text_ends_with_its_mark() =>
        Assert.Equal(
            """
            # TYPE t_resource info
            # HELP t_resource What \"it\" is.\nIn two lines.
            t_resource_info{name="a\\b \"c\"\nd��é💥{}=,#",empty=""} 1
            # TYPE t_age_seconds gauge
            # UNIT t_age_seconds seconds
            # HELP t_age_seconds Age.
            t_age_seconds 0
            t_age_seconds{name="a"} 1.5
            t_age_seconds{name="b"} 1E-07
            t_age_seconds{name="c"} +Inf
            # TYPE t_calls counter
            # HELP t_calls Calls.
            t_calls_total{api="x"} 12345678901
            # TYPE t_nothing gauge
            # HELP t_nothing No sample at all.
            # EOF

            """,
            Render(Families)
        );

    [Fact(Skip = OpenMetricsParser.Missing, SkipUnless = nameof(ParserIsPresent))]
    public async Task The_reference_parser_reads_the_values_back_skipped_where_it_is_absent()
    {
        var parsed = await OpenMetricsParser.ReadAsync(Render(Families));

        Assert.Equal(
            ["t_resource info ", "t_age_seconds gauge seconds", "t_calls counter ", "t_nothing gauge "],
            parsed.Select(f => $"{f.Name} {f.Type} {f.Unit}")
        );
        Assert.Equal("What \"it\" is.\nIn two lines.", parsed[0].Help);
        Assert.Equal(Nasty.Replace('\r', '\ufffd').Replace('\0', '\ufffd'), parsed[0].Samples[0].Labels["name"]);
        Assert.Equal(12345678901, parsed[2].Samples[0].Value);
        Assert.Equal(("t_calls_total", 1e-7), (parsed[2].Samples[0].Name, parsed[1].Samples[2].Value));
    }

    // What the judge is worth: each of these slips is refused.
    [Theory(Skip = OpenMetricsParser.Missing, SkipUnless = nameof(ParserIsPresent))]
    [InlineData("# EOF\n", "")]
    [InlineData("t_calls_total{", "t_calls{")]
    [InlineData("# UNIT t_age_seconds seconds", "# UNIT t_age_seconds minutes")]
    [InlineData("t_resource_info{", "t_resource{")]
    [InlineData("t_age_seconds{name=\"a\"}", "t_age_seconds{name=\"b\"}")]
    [InlineData("12345678901", "-1")]
    public async Task A_planted_slip_is_refused_skipped_where_the_parser_is_absent(string right, string wrong)
    {
        var text = Render(Families);
        Assert.Contains(right, text, StringComparison.Ordinal);

        Assert.NotNull((await OpenMetricsParser.TryReadAsync(text.Replace(right, wrong, StringComparison.Ordinal))).Problem);
    }

    private static string Render(IEnumerable<MetricFamily> families)
    {
        using var writer = new StringWriter { NewLine = "\r\n" }; // the text has line feeds alone, whatever the machine
        OpenMetricsText.Write(writer, families);
        return writer.ToString();
    }
}

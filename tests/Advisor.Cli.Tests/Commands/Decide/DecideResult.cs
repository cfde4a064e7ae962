using System.Text;
using System.Text.Json;

namespace Advisor.Cli.Tests.Commands.Decide;

/// <summary>Runs <c>advisor decide</c> in this process on lines of input.</summary>
internal sealed record DecideResult(int ExitCode, IReadOnlyList<JsonElement> Lines, string Error)
{
    public static async Task<DecideResult> RunAsync(IEnumerable<string> lines, params string[] args)
    {
        using var input = new MemoryStream(Encoding.UTF8.GetBytes(string.Join('\n', lines)));
        return await RunAsync(input, args);
    }

    public static async Task<DecideResult> RunAsync(Stream input, params string[] args)
    {
        using var output = new MemoryStream();
        var run = await CliResult.RunAsync(["decide", .. args], cli => cli with { OpenInput = () => input, OpenOutput = () => output });
        var text = Encoding.UTF8.GetString(output.ToArray());
        return new DecideResult(
            run.ExitCode,
            [.. text.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonDocument.Parse(line).RootElement)],
            run.Error
        );
    }

    /// <summary>The line of the contract's example, with other fields put in.</summary>
    public static string CreateLine(
        string time = "2026-01-05T10:03:00Z",
        string resource = "chat",
        int units = 5,
        string? metrics = null,
        string more = ""
    ) =>
        $$"""{"resource":"{{resource}}","time":"{{time}}","sku":"Standard_S1","units":{{units}},"""
        + $$""" "workload":[{"useCase":"sendToSmallGroup","share":1.0,"messageBytes":2048,"groupSize":10}],"""
        + $$""" "metrics":{{metrics ?? Metrics}}{{more}}}""";

    public const string Metrics =
        """{"ServerLoad":63.2,"ConnectionCount":4210,"ConnectionQuotaUtilization":84.2,"""
        + """ "InboundTraffic":77598720,"OutboundTraffic":775987200,"MessageCount":378900}""";
}

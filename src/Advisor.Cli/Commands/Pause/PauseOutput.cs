using System.Text.Json.Nodes;
using Advisor.Cli.Output;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Core.Text;
using Advisor.Service.Changes;

namespace Advisor.Cli.Commands.Pause;

/// <summary>Pauses and pins by people as text and JSON.</summary>
internal static class PauseOutput
{
    /// <summary>Returns a pause just set: "ID: scale-in paused until Tue 18:00 UTC."</summary>
    public static string FormatText(ScalingPause pause)
    {
        var end = pause.Until is { } until
            ? $"until {Wording.FormatEnd(until, pause.At)}"
            : $"until 'advisor {(pause.Units is null ? "pause" : "pin")} --end'";
        return $"{pause.ResourceId}: {DescribeWhat(pause)} {end}.";
    }

    /// <summary>Writes a list: a line each, or an object with the array <c>pauses</c>.</summary>
    public static void WriteList(TextWriter output, IReadOnlyList<ScalingPause> pauses, OutputFormat format)
    {
        if (format == OutputFormat.Json)
        {
            JsonOutput.Write(output, new JsonObject { ["pauses"] = JsonOutput.CreateList(pauses, CreateNode) });
            return;
        }

        foreach (var pause in pauses)
        {
            var end = pause.Until is { } until ? $"until {until.UtcDateTime:yyyy-MM-dd HH:mm'Z'}" : "without an end";
            output.WriteLine(
                UntrustedText.Sanitize($"{pause.ResourceId}  {DescribeWhat(pause)}  {end}  by {pause.Author}: {pause.Reason}")
            );
        }

        if (pauses.Count == 0)
        {
            output.WriteLine("No pauses or pins by people.");
        }
    }

    /// <summary>Returns a pause as JSON; <c>units</c> of a pin only.</summary>
    public static JsonObject CreateNode(ScalingPause pause)
    {
        var json = new JsonObject
        {
            ["resource"] = pause.ResourceId,
            ["scaling"] = pause.Scaling.ToCamelCase(),
            ["author"] = pause.Author,
            ["reason"] = pause.Reason,
            ["until"] = pause.Until?.UtcDateTime.ToString("O"),
        };
        if (pause.Units is { } units)
        {
            json["units"] = units;
        }

        return json;
    }

    private static string DescribeWhat(ScalingPause pause) =>
        pause.Units is { } units
            ? $"pinned at {Wording.FormatCount(units, "unit")}"
            : $"{new ResourcePause(pause.Scaling, "").Directions} paused";
}

using System.Buffers;
using System.Text;
using System.Text.Json;
using Advisor.Core;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling;
using Advisor.Reporting.Json;
using Advisor.Runtime.Configuration;

namespace Advisor.Cli.Lines;

/// <summary>
/// Observations in, decisions out, a line each, in order. Whatever is ready is written before it waits for more input. A line that cannot be decided
/// upon gets an error in its place; nothing a line can hold ends the loop.
/// </summary>
public sealed class DecisionLines(AdvisorConfiguration configuration)
{
    // Written earlier than before the next wait once so much is ready, so that memory stays flat.
    private const int WriteAt = 256 * 1024;
    private const int LongestName = 4096;

    private readonly Dictionary<string, KnownResource> resources = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Works until the end of the input.</summary>
    public void Run(Stream input, Stream output, CancellationToken cancellation)
    {
        var ready = new ArrayBufferWriter<byte>(2 * WriteAt);
        using var json = new Utf8JsonWriter(ready, DecisionJson.Line);
        void Write()
        {
            output.Write(ready.WrittenSpan);
            output.Flush();
            ready.ResetWrittenCount();
        }

        var lines = new LineReader(input, Write);
        while (!cancellation.IsCancellationRequested && lines.TryRead(out var line))
        {
            var (decision, problem) = lines.IsTooLong
                ? (null, new LineProblem("LineTooLong", $"A line has at most {LineReader.LongestLine} bytes."))
                : Decide(line);
            if (decision is not null)
            {
                DecisionJson.Write(json, decision);
            }
            else
            {
                WriteProblem(json, lines.Number, problem!);
            }

            json.Flush();
            json.Reset();
            ready.Write("\n"u8);
            if (ready.WrittenCount >= WriteAt)
            {
                Write();
            }
        }

        Write();
    }

    private (Decision? Decision, LineProblem? Problem) Decide(ReadOnlySpan<byte> json)
    {
        if (ObservationLine.Read(json, out var line) is { } unreadable)
        {
            return (null, unreadable);
        }

        var now = line.Now ?? line.Time!.Value;
        if (Find(line, json[line.Resource]) is not { } resource)
        {
            return (null, LineProblem.Invalid("resource", $"a valid string of at most {LongestName} bytes"));
        }

        if (resource.SettingsFor(now, json[line.Workload], out var settings) is { } badWorkload)
        {
            return (null, badWorkload);
        }

        var observation = new Observation
        {
            ResourceId = resource.Name,
            Time = line.Time!.Value,
            Service = resource.Service,
            Sku = NameOf(json[line.Sku]),
            Units = line.Units!.Value,
            ChangeInProgress = line.ChangeInProgress,
            CountsServerLeg = line.CountsServerLeg ?? settings.CountsServerLeg ?? false,
            Readings = line.Readings,
            Settings = settings,
        };
        var outcome = ScalingAdvisor.Decide(configuration.Rules, observation, resource.State, now);
        resource.State = outcome.State;
        return (outcome.Decision, outcome.Problem is { } impossible ? new LineProblem(impossible.Code, impossible.Text) : null);
    }

    private KnownResource? Find(in ObservationLine line, ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length > LongestName)
        {
            return null;
        }

        if (line.ResourceIsEscaped)
        {
            try
            {
                return Known(JsonSerializer.Deserialize<string>([(byte)'"', .. utf8, (byte)'"'])!);
            }
            catch (JsonException)
            {
                return null;
            }
        }

        Span<char> name = stackalloc char[LongestName];
        return Encoding.UTF8.TryGetChars(utf8, name, out var length) ? Known(name[..length]) : null;
    }

    private KnownResource Known(ReadOnlySpan<char> name)
    {
        var lookup = resources.GetAlternateLookup<ReadOnlySpan<char>>();
        if (!lookup.TryGetValue(name, out var known))
        {
            known = new KnownResource(name.ToString(), configuration);
            resources.Add(known.Name, known);
        }

        return known;
    }

    // Nearly every line has one of the same few names: no new text for it.
    private string NameOf(ReadOnlySpan<byte> sku)
    {
        foreach (var catalog in configuration.Rules.Catalogs)
        {
            foreach (var one in catalog.Skus)
            {
                if (Ascii.EqualsIgnoreCase(sku, one.Name))
                {
                    return one.Name;
                }
            }
        }

        return Encoding.UTF8.GetString(sku);
    }

    private static void WriteProblem(Utf8JsonWriter json, long line, LineProblem problem)
    {
        json.WriteStartObject();
        json.WriteNumber("line", line);
        json.WriteStartObject("error");
        json.WriteString("code", problem.Code);
        json.WriteString("text", problem.Text);
        json.WriteEndObject();
        json.WriteEndObject();
    }
}

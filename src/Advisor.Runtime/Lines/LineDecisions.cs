using System.Text;
using System.Text.Json;
using Advisor.Core;
using Advisor.Core.Metrics;
using Advisor.Core.Scaling;
using Advisor.Runtime.Configuration;

namespace Advisor.Runtime.Lines;

/// <summary>Decides on observations as JSON, one after another, each with what the ones before it left of its resource.</summary>
/// <param name="configuration">Rules and settings.</param>
/// <param name="warn">Gets one warning for each resource whose lines carry names that nothing knows; null = nobody is told.</param>
public sealed class LineDecisions(AdvisorConfiguration configuration, Action<string>? warn = null)
{
    private const int LongestName = 4096;

    private readonly Dictionary<string, KnownResource> resources = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>The decision on one observation; where there is none, why.</summary>
    /// <param name="json">One JSON object, such as a line of <c>advisor decide</c>.</param>
    public (Decision? Decision, LineProblem? Problem) Decide(ReadOnlySpan<byte> json)
    {
        try
        {
            return DecideOn(json);
        }
        catch (Exception fault) when (fault is not OutOfMemoryException)
        {
            return (null, LineProblem.Fault(fault));
        }
    }

    private (Decision? Decision, LineProblem? Problem) DecideOn(ReadOnlySpan<byte> json)
    {
        if (ObservationLine.Read(json, out var line) is { } unreadable)
        {
            return (null, unreadable);
        }

        var now = line.Now ?? line.Time!.Value;
        if (ObservationCheck.OfTimes(line.Time!.Value, now) is { } impossible)
        {
            return (null, new LineProblem(impossible.Code, impossible.Text));
        }

        if (Find(line, json[line.Resource]) is not { } resource)
        {
            return (null, LineProblem.Invalid("resource", $"a valid string of at most {LongestName} bytes"));
        }

        if (resource.SettingsFor(now, json[line.Workload], line.Targets, out var settings) is { } badWorkload)
        {
            return (null, badWorkload);
        }

        if (line.HasUnknownNames && warn is not null && !resource.IsWarned)
        {
            resource.IsWarned = true;
            warn($"{resource.Name}: not read, since nothing knows it: {UnknownNames.Of(json)}.");
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
        if (outcome.Decision is not { } decision)
        {
            return (null, new LineProblem(outcome.Problem!.Code, outcome.Problem.Text));
        }

        var highestNeed = outcome.State?.HighestNeed(configuration.Rules.Alerts);
        var (alerts, whole) = resource.Alerts.Decided(configuration.Rules, resource.Subject, observation, decision, highestNeed, now);
        (resource.State, resource.Alerts) = (outcome.State, alerts);
        return (whole, null);
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
}

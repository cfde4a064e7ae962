using System.Text;
using System.Text.Json;
using Advisor.Configuration;
using Advisor.Core;
using Advisor.Core.Decisions;
using Advisor.Core.Observations;

namespace Advisor.Service.ObservationLines;

/// <summary>
/// Decides on observations as JSON, one after another; each continues from the state that earlier ones left for its resource.
/// </summary>
/// <param name="configuration">Rules and settings.</param>
/// <param name="warn">Receives one warning per resource whose lines contain unknown names; null = no warnings.</param>
public sealed class ObservationLineDecider(AdvisorConfiguration configuration, Action<string>? warn = null)
{
    private const int MaxNameLength = 4096;

    private readonly Dictionary<string, ObservedResource> resources = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>Decides on one observation; returns the problem when there is no decision.</summary>
    /// <param name="json">One JSON object, such as a line of <c>advisor decide</c>.</param>
    public (Decision? Decision, ObservationLineProblem? Problem) Decide(ReadOnlySpan<byte> json)
    {
        try
        {
            return DecideOn(json);
        }
        catch (Exception fault) when (fault is not OutOfMemoryException)
        {
            return (null, ObservationLineProblem.Fault(fault));
        }
    }

    private (Decision? Decision, ObservationLineProblem? Problem) DecideOn(ReadOnlySpan<byte> json)
    {
        if (ObservationLine.Read(json, out var line) is { } unreadable)
        {
            return (null, unreadable);
        }

        var now = line.Now ?? line.Time!.Value;
        if (ObservationCheck.FindTimeProblem(line.Time!.Value, now) is { } impossible)
        {
            return (null, new ObservationLineProblem(impossible.Code, impossible.Text));
        }

        if (Find(line, json[line.Resource]) is not { } resource)
        {
            return (null, ObservationLineProblem.Invalid("resource", $"a valid string of at most {MaxNameLength} bytes"));
        }

        if (resource.FindSettings(now, json[line.Workload], line.Targets, out var settings) is { } badWorkload)
        {
            return (null, badWorkload);
        }

        if (line.HasUnknownNames && warn is not null && !resource.HasWarned)
        {
            resource.HasWarned = true;
            warn($"{resource.Name}: ignored as unknown: {UnknownFieldNames.Find(json)}.");
        }

        var observation = new Observation
        {
            ResourceId = resource.Name,
            Time = line.Time!.Value,
            Service = resource.Service,
            Sku = ReadName(json[line.Sku]),
            Units = line.Units!.Value,
            ChangeInProgress = line.ChangeInProgress,
            CountsServerLeg = line.CountsServerLeg ?? settings.CountsServerLeg ?? false,
            Readings = line.Readings,
            Settings = settings,
            Fleet = resource.Fleet,
            BillsRunningMean = true,
            AppliesDecisions = true,
        };
        var outcome = ScalingAdvisor.Decide(configuration.Rules, observation, resource.State, now);
        if (outcome.Decision is not { } decision)
        {
            return (null, new ObservationLineProblem(outcome.Problem!.Code, outcome.Problem.Text));
        }

        var highestNeed = outcome.State?.FindMaxRequiredUnits(configuration.Rules.Alerts);
        var (alerts, whole) = resource.Alerts.AdvanceDecision(
            configuration.Rules,
            resource.Subject,
            observation,
            decision,
            highestNeed,
            now,
            outcome.State?.ChangesWithoutEffect,
            outcome.State?.FindMostUnits(observation.Units)
        );
        (resource.State, resource.Alerts) = (outcome.State, alerts);
        return (whole, null);
    }

    private ObservedResource? Find(in ObservationLine line, ReadOnlySpan<byte> utf8)
    {
        if (utf8.Length > MaxNameLength)
        {
            return null;
        }

        if (line.ResourceIsEscaped)
        {
            try
            {
                var quoted = new Utf8JsonReader([(byte)'"', .. utf8, (byte)'"']);
                quoted.Read();
                return FindOrAdd(quoted.GetString()!);
            }
            catch (Exception e) when (e is JsonException or InvalidOperationException)
            {
                return null;
            }
        }

        Span<char> name = stackalloc char[MaxNameLength];
        return Encoding.UTF8.TryGetChars(utf8, name, out var length) ? FindOrAdd(name[..length]) : null;
    }

    private ObservedResource FindOrAdd(ReadOnlySpan<char> name)
    {
        var lookup = resources.GetAlternateLookup<ReadOnlySpan<char>>();
        if (!lookup.TryGetValue(name, out var known))
        {
            known = new ObservedResource(name.ToString(), configuration);
            resources.Add(known.Name, known);
        }

        return known;
    }

    // Almost every line has one of the same few names: reuse the string.
    private string ReadName(ReadOnlySpan<byte> sku)
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

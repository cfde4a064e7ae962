using System.Globalization;
using Advisor.Core.Capacity;
using Advisor.Reporting.Json;
using Advisor.Service.Evaluation.Records;
using Advisor.Service.Series;
using Advisor.Service.Store;
using Advisor.Web.Fleet;
using Advisor.Web.Json;
using Advisor.Web.Timeline;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Resource;

/// <summary>GET /api/series?resource=ID: required units by limit, units in force, forecast and marks of a resource over time.</summary>
internal static class SeriesEndpoint
{
    private const int DefaultPoints = 600;

    // Limit of marks in a chart; GET /api/timeline returns all of them.
    private const int MaxMarks = 500;

    private static readonly TimeSpan MaxRange = RetentionPolicy.Default.Minutes + TimeSpan.FromDays(1);

    public static async Task<IResult> AnswerAsync(HttpRequest request, ApiDependencies dependencies, CancellationToken cancellation)
    {
        var given = request.Query["resource"].ToString();
        var resourceId = ResourceIdText.Read(given);
        var (from, before, wrongRange) = Paging.ReadRange(request.Query, dependencies.Now);
        var (points, wrongPoints) = ReadPoints(request.Query);
        var problem =
            given.Length == 0 ? "Specify a resource: ?resource=ID. GET /api/fleet lists the ids."
            : resourceId is null ? "resource: " + ResourceIdText.Problem
            : wrongRange
                ?? (before - from > MaxRange ? $"from and before must be at most {MaxRange.TotalDays:0} days apart." : null)
                ?? (before - dependencies.Now > MaxRange ? $"before must be at most {MaxRange.TotalDays:0} days from now." : null)
                ?? wrongPoints;
        if (problem is not null)
        {
            return ApiProblem.CreateBadInput(problem);
        }

        return
            await ReadAsync(
                await dependencies.GetStateAsync(cancellation),
                resourceId!,
                new SeriesQuery(from, before, points),
                cancellation
            )
                is { } answer
            ? TaggedAnswer.Create(request, answer, OverviewJson.Default.SeriesAnswer)
            : ApiProblem.Create(
                StatusCodes.Status404NotFound,
                "NotFound",
                "No resource with this id is known; GET /api/fleet lists those that are."
            );
    }

    /// <summary>Reads the series; null when no resource with this id is known.</summary>
    public static async Task<SeriesAnswer?> ReadAsync(
        AdvisorState state,
        string resourceId,
        SeriesQuery query,
        CancellationToken cancellation
    )
    {
        var evaluation = await state.Evaluations.FindAsync(resourceId, cancellation);
        if (evaluation is null && (await state.LoadAsync(resourceId, cancellation)).Snapshot is null)
        {
            return null;
        }

        var days = await state.Minutes.ReadAsync(resourceId, query.From, query.Before, cancellation);
        var changes = await state.Changes.QueryAsync(resourceId, new(query.From, query.Before, null, MaxMarks), cancellation);
        var alerts = await state.Timeline.QueryAlertsAsync(resourceId, new(query.From, query.Before, null, MaxMarks), cancellation);
        var points = query.Run(days.Records);
        return new SeriesAnswer(
            evaluation?.ResourceId ?? resourceId,
            points.Start,
            query.Before,
            (int)points.Step.TotalSeconds,
            points.Count,
            points.Required,
            points.ByLimit.ToDictionary(pair => pair.Key.ToWireName(), pair => pair.Value),
            [.. points.Units.Select(step => new SeriesStep(step.At, step.Units))],
            CreateForecast(evaluation),
            [
                .. changes
                    .Records.Select(TimelineEntry.Create)
                    .Concat(alerts.Records.Select(TimelineEntry.Create).OfType<TimelineEntry>())
                    .OrderBy(mark => mark.At),
            ],
            days.Problems
        );
    }

    // The forecast counts a limit that no number of units carries as if some did.
    private static SeriesForecast? CreateForecast(EvaluationRecord? evaluation) =>
        evaluation is { Forecast.Count: > 0 } && !LimitingFactor.Limits.Any(evaluation.IsBeyondAnySize)
            ? new SeriesForecast(
                evaluation.At,
                evaluation.RequiredUnits.Count > 0 ? Math.Round(evaluation.RequiredUnits.Values.Max(), 3) : null,
                [
                    .. evaluation
                        .Forecast.OrderBy(quantiles => quantiles.Horizon)
                        .Select(quantiles => new SeriesHorizon(
                            quantiles.Horizon.TotalMinutes,
                            Math.Round(quantiles.Median, 3),
                            Math.Round(quantiles.Upper, 3),
                            Math.Round(quantiles.High, 3)
                        )),
                ]
            )
            : null;

    private static (int Points, string? Problem) ReadPoints(IQueryCollection query) =>
        query["points"].ToString() is not { Length: > 0 } text ? (DefaultPoints, null)
        : int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var points) && points is >= 1 and <= SeriesQuery.MaxPoints
            ? (points, null)
        : (0, $"points must be a number from 1 to {SeriesQuery.MaxPoints}.");
}

using System.Text.Json;
using Advisor.Configuration.Schedules;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Web.Json;
using Advisor.Web.SignIn;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Resource;

/// <param name="Pause">The pause in force; null when there is none.</param>
/// <param name="Remaining">
/// After the end of a pause or pin: what settings, tags or others still pause or pin, in sentences; null when nothing does.
/// </param>
internal sealed record PauseResponse(ScalingPause? Pause, string? Remaining = null);

/// <summary>
/// POST /api/pause with <c>{"resource":"ID","scaling":"all","until":"18:00","reason":"…","by":"…"}</c>: pauses the scaling of a resource
/// until a time; with <c>"units":8</c> pins its size instead; ends either with <c>"scaling":"none"</c>. With sign-in, only a signed-in
/// person may do so; that name is recorded.
/// </summary>
internal static class PauseEndpoint
{
    private const string Expected =
        """The body must be {"resource":"ID","scaling":"all","until":"18:00","reason":"…","by":"…"}: scaling is all, scaleIn, scaleOut """
        + "or none, which ends a pause or pin; with units, a whole number from 1 to 1000, the size is pinned instead; "
        + "omit until for no end, and by when you are signed in.";

    public static Task<IResult> AnswerAsync(HttpRequest request, ApiDependencies dependencies, CancellationToken cancellation) =>
        ActorRequest.RunAsync(
            request,
            dependencies,
            "Only signed-in users may pause a resource. Nothing was changed.",
            Expected,
            (body, by) => AnswerAsync(body, by, dependencies, cancellation),
            cancellation
        );

    private static async Task<IResult> AnswerAsync(
        JsonElement body,
        string by,
        ApiDependencies dependencies,
        CancellationToken cancellation
    )
    {
        if (
            JsonBody.ReadShortText(body, "reason") is not { } reason
            || FindScaling(body) is not { } scaling
            || !TryReadUnits(body, out var units)
        )
        {
            return ApiProblem.CreateBadInput(Expected);
        }

        var service = await dependencies.ReadServiceAsync(cancellation);
        if (
            ResourceIdText.Read(JsonBody.ReadShortText(body, "resource")) is not { } id
            || await ResourceOverview.FindResourceAsync(service.State, id, cancellation) is not var (resource, _, _)
        )
        {
            return ApiProblem.Create(StatusCodes.Status404NotFound, "NotFound", "No resource with this id is known.");
        }

        var now = dependencies.Now;
        if (scaling == PausedScaling.None)
        {
            return await ScalingPauses.ResumeAsync(service.State, resource, by, reason, now, CancellationToken.None)
                ? Answer(
                    null,
                    await ScalingPauses.DescribeRemainingAsync(
                        service.State,
                        service.Settings.Apply(resource, now),
                        now,
                        CancellationToken.None
                    )
                )
                : ApiProblem.Create(StatusCodes.Status409Conflict, "NotPaused", "It is not paused or pinned, or it has just been resumed.");
        }

        var settings = service.FindSettings(resource, now);
        var catalog = service.Rules.GetCatalog(resource.Service, service.Settings.Apply(resource, now).Settings);
        if (units is { } pinned && ResourcePin.FindProblem(pinned, catalog.Find(resource.Sku), settings, resource.Units) is { } refused)
        {
            return ApiProblem.CreateBadInput($"units: {refused}");
        }

        var (end, problem) = (default(DateTimeOffset?), default(string));
        if (body.TryGetProperty("until", out var until) && until.ValueKind != JsonValueKind.Null)
        {
            end = InstantText.ParseEnd(JsonBody.ReadShortText(body, "until") ?? "", now, settings.TimeZone, out problem);
        }

        if (problem is not null)
        {
            return ApiProblem.CreateBadInput($"until: {problem}");
        }

        var pause = new ScalingPause
        {
            ResourceId = resource.Id,
            Scaling = units is null ? scaling : PausedScaling.All,
            Units = units,
            Author = by,
            Reason = reason,
            At = now,
            Until = end,
        };
        return await ScalingPauses.PauseAsync(service.State, resource, pause, CancellationToken.None)
            ? Answer(pause)
            : ApiProblem.Create(StatusCodes.Status409Conflict, "PausedMeanwhile", "Someone else paused it at the same time.");
    }

    private static IResult Answer(ScalingPause? pause, string? remaining = null) =>
        Results.Json(new PauseResponse(pause, remaining), ApiJson.Default.PauseResponse);

    private static bool TryReadUnits(JsonElement body, out int? units)
    {
        units = null;
        if (!body.TryGetProperty("units", out var stated) || stated.ValueKind == JsonValueKind.Null)
        {
            return true;
        }

        var isUnits =
            stated.ValueKind == JsonValueKind.Number && stated.TryGetInt32(out var number) && number is >= 1 and <= ResourcePin.MaxUnits;
        units = isUnits ? stated.GetInt32() : null;
        return isUnits;
    }

    /// <summary>Returns the directions that a body names, all if it states none; null when what it states names none.</summary>
    private static PausedScaling? FindScaling(JsonElement body) =>
        !body.TryGetProperty("scaling", out var stated) || stated.ValueKind == JsonValueKind.Null
            ? PausedScaling.All
            : JsonBody.ReadShortText(body, "scaling") switch
            {
                "all" => PausedScaling.All,
                "scaleIn" => PausedScaling.ScaleIn,
                "scaleOut" => PausedScaling.ScaleOut,
                "none" => PausedScaling.None,
                _ => null,
            };
}

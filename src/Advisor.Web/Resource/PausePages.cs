using Advisor.Core.Fleet;
using Advisor.Core.Quantities;
using Advisor.Core.Settings;
using Advisor.Service.Changes;
using Advisor.Web.Shared;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.Resource;

/// <summary>The results of the form that pauses and resumes the scaling of a resource, or pins its size.</summary>
internal static class PausePages
{
    /// <summary>Name of the hidden field with the pause that the page of the form showed.</summary>
    public const string Shown = "shown";

    /// <summary>Returns the value of <see cref="Shown"/>; empty when the page showed no pause of the resource by a person.</summary>
    public static string FormatShown(ScalingPause? pause) => pause?.At.UtcDateTime.ToString("O") ?? "";

    public static PageAnswer CreatePaused(FleetResource resource, ScalingPause pause)
    {
        var end = pause.Until is { } until ? $"{Wording.FormatEnd(until, pause.At)}, or until " : "";
        var ends = $"until {end}someone resumes it. Alerts continue.";
        return pause.Units is not { } units
                ? Answer(
                    "Scaling is paused",
                    $"Advisor makes no change of {new ResourcePause(pause.Scaling, "").Directions} for {resource.Name} {ends}"
                )
            : resource.AutoscaleSetting is { } setting
                ? Answer(
                    "The size is pinned",
                    $"Azure autoscale ({setting}) manages the size of {resource.Name}: Advisor makes no change there, and recommends "
                        + $"{Wording.FormatCount(units, "unit")} {ends}"
                )
            : Answer("The size is pinned", $"{resource.Name} keeps {Wording.FormatCount(units, "unit")} {ends}");
    }

    /// <param name="remaining">What still pauses or pins the resource, in sentences; null when nothing does.</param>
    public static PageAnswer CreateResumed(FleetResource resource, string? remaining) =>
        remaining is null
            ? Answer("Scaling is resumed", $"From the next tick on, Advisor scales {resource.Name} as its mode permits.")
            : Answer("Scaling stays limited", $"What a person set for {resource.Name} has ended, and something else holds: {remaining}");

    public static PageAnswer CreateNothingToResume(FleetResource resource) =>
        CreateConflict("Nothing to resume", $"{resource.Name} is not paused, or someone has just resumed it.");

    /// <summary>Creates the page for a form that was shown before this pause was set.</summary>
    public static PageAnswer CreateReplaced(FleetResource resource, ScalingPause pause)
    {
        var what = pause.Units is { } units
            ? $"pinned at {Wording.FormatCount(units, "unit")}"
            : $"paused ({new ResourcePause(pause.Scaling, "").Directions})";
        return CreateConflict(
            "Someone was faster",
            $"{resource.Name} has been {what} by {pause.Author} since {pause.At.UtcDateTime.ToString("yyyy-MM-dd HH:mm")} UTC"
                + (pause.Until is { } end ? $", until {Wording.FormatEnd(end, pause.At)}" : "")
                + $": {pause.Reason}. Your page did not show it yet. Nothing was changed: load the page of the resource again."
        );
    }

    public static PageAnswer CreateConflict(string title, string text) => InfoPages.Create(StatusCodes.Status409Conflict, title, text);

    private static PageAnswer Answer(string title, string text) => InfoPages.Create(StatusCodes.Status200OK, title, text);
}

using Advisor.Core.Settings;

namespace Advisor.Core.Tests.Settings;

public sealed class ResourcePauseTests
{
    // A Monday.
    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    [Theory]
    [InlineData(-1, true)]
    [InlineData(0, false)] // the end is exclusive
    [InlineData(1, false)]
    public void A_pause_ends_at_its_end(int minutes, bool covers)
    {
        var pause = new ResourcePause(PausedScaling.All, "dana") { Until = Now };

        Assert.Equal(covers, pause.Covers(scaleOut: true, Now.AddMinutes(minutes)));
        Assert.Equal(covers, pause.Covers(scaleOut: false, Now.AddMinutes(minutes)));
    }

    [Theory]
    [InlineData(null, "Scale-in is paused by dana until that is removed.")]
    [InlineData(34, "Scale-in is paused by dana until Tue 18:00 UTC.")]
    [InlineData(143, "Scale-in is paused by dana until Sun 07:00 UTC.")]
    [InlineData(144, "Scale-in is paused by dana until 2026-01-11 08:00 UTC.")] // from six days on a weekday is ambiguous
    public void Its_end_is_a_weekday_or_a_date(int? hours, string text) =>
        Assert.Equal(
            text,
            new ResourcePause(PausedScaling.All, "dana") { Until = hours is { } h ? Now.AddHours(h) : null }.Describe(false, Now)
        );

    [Theory]
    [InlineData(0, "erik", "erik")] // both pause scale-in; the one of the file ends first
    [InlineData(59, "erik", "erik")]
    [InlineData(60, "erik", null)] // the other pauses scale-in alone
    [InlineData(120, null, null)]
    public void Of_two_pauses_each_has_its_own_end_and_the_one_that_ends_last_is_named(int minutes, string? scaleIn, string? scaleOut)
    {
        var settings = new ResourceSettings
        {
            Pause = new ResourcePause(PausedScaling.All, "the file") { Until = Now.AddHours(1) },
            PersonPause = new ResourcePause(PausedScaling.ScaleIn, "erik") { Until = Now.AddHours(2) },
        };
        var at = Now.AddMinutes(minutes);

        Assert.Equal(scaleIn, settings.FindPause(scaleOut: false, at)?.Source);
        Assert.Equal(scaleOut is null ? null : "the file", settings.FindPause(scaleOut: true, at)?.Source);
    }
}

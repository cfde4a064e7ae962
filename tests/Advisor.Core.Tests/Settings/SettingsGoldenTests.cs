using System.Text;
using Advisor.Configuration.Schedules;
using Advisor.Core.Capacity;
using Advisor.Core.Quantities;
using Advisor.Core.Rules;
using Advisor.Core.Settings;
using Advisor.Core.Tests.Scaling;
using Advisor.Tests;

namespace Advisor.Core.Tests.Settings;

public sealed class SettingsGoldenTests
{
    private static readonly DateTimeOffset Now = TestResource.Start.AddHours(10);

    /// <summary>Pins, pauses and hours of every kind in words, and the arguments that are refused.</summary>
    [Fact]
    public void The_words_for_settings_are_those_that_were_reviewed()
    {
        var text = new StringBuilder();
        foreach (var sku in TestResource.Rules.GetCatalog(ServiceKind.SignalR).Skus.Append(null))
        {
            foreach (var units in new[] { 0, 1, 2, 10, 11, 19, 100, 101, 150, 1000, 1001 })
            {
                var settings = new ResourceSettings { MinUnits = 2, MaxUnits = 1000 };
                text.Append($"{sku?.Name ?? "unknown"} {units}: {ResourcePin.FindProblem(units, sku, settings, 2) ?? "can be kept"}\n");
            }
        }

        foreach (var until in new DateTimeOffset?[] { null, Now, Now.AddTicks(1), Now.AddHours(5), Now.AddDays(2), Now.AddDays(40) })
        {
            var pin = new ResourcePin(5, "mia") { Until = until };
            text.Append($"pin until {until:O}: {pin.IsInForce(Now)} {pin.Describe(Now)}\n");
            foreach (var scaling in Enum.GetValues<PausedScaling>())
            {
                var pause = new ResourcePause(scaling, "a tag") { Until = until };
                text.Append(
                        $"pause {scaling}: {pause.Directions}, {pause.IsInForce(Now)} {pause.Covers(true, Now)} {pause.Covers(false, Now)} "
                    )
                    .Append($"{pause.Describe(true, Now)} {pause.Describe(false, Now)}\n");
            }
        }

        for (var days = 0; days <= (int)WeekDays.All; days++)
        {
            text.Append($"{days}: {((WeekDays)days).FormatName()}\n");
        }

        var hours = new ResourceSettings
        {
            ScaleInWindows = new WeeklyHours([new WeeklyWindow(WeekDays.All, TimeSpan.FromHours(1), TimeSpan.FromHours(5))]),
        };
        text.Append($"{hours.DescribeScaleInWindows(Now)}\n");
        text.Append($"{(hours with { TimeZone = IanaTimeZones.Find("Asia/Tokyo")! }).DescribeScaleInWindows(Now)}\n");
        foreach (var (name, refused) in ListRefused())
        {
            text.Append($"{name}: {Assert.ThrowsAny<Exception>(refused).Message.ReplaceLineEndings(" ")}\n");
        }

        Golden.AssertMatches("Advisor.Core.Tests", "settings.txt", text.ToString());
    }

    private static IEnumerable<(string Name, Action Refused)> ListRefused() =>
        [
            ("ratio", () => _ = new Ratio(-0.1)),
            ("byte rate", () => _ = new ByteRate(double.NaN)),
            ("message rate", () => _ = new MessageRate(-1)),
            ("ladder", () => _ = new UnitLadder([2, 2])),
            ("curve without points", () => _ = new CeilingCurve([], [])),
            ("curve that falls", () => _ = new CeilingCurve([1, 2], [5, 4])),
            ("target", () => _ = TestResource.Rules.Policy.Targets[Limit.None]),
            ("edition", () => TestResource.Rules.GetTable(ServiceKind.SignalR, "2001")),
            ("SKUs", () => (TestResource.Rules with { Catalogs = [] }).GetCatalog(ServiceKind.WebPubSub)),
            ("hours", () => _ = new WeeklyHours([])),
            ("hours of all day", () => ResourceSettings.Default.DescribeScaleInWindows(Now)),
            ("duration", () => Wording.FormatDuration(TimeSpan.FromTicks(-1))),
        ];
}

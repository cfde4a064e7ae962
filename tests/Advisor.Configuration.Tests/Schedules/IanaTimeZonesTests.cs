using Advisor.Configuration.Schedules;

namespace Advisor.Configuration.Tests.Schedules;

public sealed class IanaTimeZonesTests
{
    // Local noon of a winter and of a summer day, in hours from UTC, by the tz database; Lord Howe saves half an hour, in its summer.
    [Theory]
    [InlineData("UTC", 0, 0)]
    [InlineData("Europe/Berlin", 1, 2)]
    [InlineData("America/New_York", -5, -4)]
    [InlineData("America/St_Johns", -3.5, -2.5)]
    [InlineData("Asia/Kolkata", 5.5, 5.5)]
    [InlineData("Australia/Lord_Howe", 11, 10.5)]
    public void A_zone_has_its_name_and_its_offsets_on_every_system(string name, double january, double july)
    {
        var zone = IanaTimeZones.Find(name)!;

        Assert.Equal(name, zone.Id);
        Assert.Equal((january, july), (GetOffset(1), GetOffset(7)));

        double GetOffset(int month) => zone.GetUtcOffset(new DateTime(2026, month, 15, 12, 0, 0, DateTimeKind.Unspecified)).TotalHours;
    }

    [Theory]
    [InlineData("utc", "UTC")]
    [InlineData("Etc/GMT+5", "Etc/GMT+5")]
    public void A_name_of_another_form_is_found(string text, string id) => Assert.Equal(id, IanaTimeZones.Find(text)!.Id);

    // 2026-03-29 01:00 UTC is the end of 01:59 and the start of 03:00 in Berlin.
    [Fact]
    public void Daylight_saving_time_begins_at_its_minute()
    {
        var zone = IanaTimeZones.Find("Europe/Berlin")!;
        var change = new DateTimeOffset(2026, 3, 29, 1, 0, 0, TimeSpan.Zero);

        Assert.Equal(new TimeSpan(1, 59, 0), TimeZoneInfo.ConvertTime(change.AddMinutes(-1), zone).TimeOfDay);
        Assert.Equal(new TimeSpan(3, 0, 0), TimeZoneInfo.ConvertTime(change, zone).TimeOfDay);
    }

    [Theory]
    [InlineData("W. Europe Standard Time")]
    [InlineData("Nowhere/Else")]
    [InlineData("/usr/share/zoneinfo/Europe/Berlin")]
    [InlineData("localtime")] // the zone of this machine, which another does not have
    [InlineData("posixrules")]
    [InlineData("right/Europe/Berlin")]
    [InlineData("")]
    public void Any_other_text_names_none(string text) => Assert.Null(IanaTimeZones.Find(text));
}

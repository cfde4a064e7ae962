using System.Net;
using System.Net.Http.Json;
using Advisor.Lab.LocalAzure;

namespace Advisor.Lab.Tests.LocalAzure.Faults;

public sealed class SkewedClockTests
{
    private static readonly DateTimeOffset Start = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);

    private static CancellationToken Cancel => TestContext.Current.CancellationToken;

    [Fact]
    public async Task A_step_shows_a_wrong_time_for_its_span_while_answers_keep_the_right_date()
    {
        var time = new ManualTimeProvider(Start);
        await using var azure = await LocalAzureHost.StartAsync(new LocalAzureOptions { Time = time }, Cancel);
        using var client = new LocalAzureClient(azure);
        using var step = await client.Http.PostAsJsonAsync(
            "/local/clock/skews",
            new
            {
                from = Start.AddMinutes(1),
                until = Start.AddMinutes(3),
                aheadSeconds = 7200,
            },
            Cancel
        );
        Assert.Equal(HttpStatusCode.Created, step.StatusCode);
        var shown = new List<string>();
        for (var minute = 0; minute < 5; minute++)
        {
            var answer = await client.GetAsync("/tenants");
            shown.Add($"{await ReadClockAsync(client):HH:mm} " + $"{DateTimeOffset.Parse(answer.Headers["Date"]):HH:mm}");
            time.Advance(TimeSpan.FromMinutes(1));
        }

        // From inclusive, until exclusive.
        Assert.Equal(["08:00 08:00", "10:01 08:01", "10:02 08:02", "08:03 08:03", "08:04 08:04"], shown);
    }

    [Fact]
    public async Task Steps_end_when_they_are_deleted_and_one_that_is_no_span_is_refused()
    {
        await using var azure = await LocalAzureHost.StartAsync(new LocalAzureOptions { Time = new ManualTimeProvider(Start) }, Cancel);
        using var client = new LocalAzureClient(azure);
        using var wrong = await client.Http.PostAsJsonAsync(
            "/local/clock/skews",
            new
            {
                from = Start,
                until = Start,
                aheadSeconds = 60,
            },
            Cancel
        );
        Assert.Equal(HttpStatusCode.BadRequest, wrong.StatusCode);
        using var right = await client.Http.PostAsJsonAsync(
            "/local/clock/skews",
            new
            {
                from = Start,
                until = Start.AddDays(1),
                aheadSeconds = -3600,
            },
            Cancel
        );
        Assert.Equal(Start.AddHours(-1), await ReadClockAsync(client));
        using var deleted = await client.Http.DeleteAsync(new Uri("/local/clock/skews", UriKind.Relative), Cancel);
        Assert.Equal(Start, await ReadClockAsync(client));
    }

    private static async Task<DateTimeOffset> ReadClockAsync(LocalAzureClient client) =>
        (await client.GetJsonAsync("/local/clock"))["now"]!.GetValue<DateTimeOffset>().ToUniversalTime();
}

using Advisor.Web.Telemetry;

namespace Advisor.Web.Tests.Telemetry;

public sealed class ExportStatusTests
{
    private readonly List<string> warned = [];

    [Fact]
    public void A_failing_target_is_one_warning_until_everything_works_again()
    {
        var status = new ExportStatus("http://collector", "HEADERS", warned.Add);

        status.Refuse("/v1/traces", "HTTP 401");
        status.Fail("/v1/logs");
        status.Succeed("/v1/metrics");
        status.Refuse("/v1/traces", "HTTP 401");
        Assert.Equal(
            ["Telemetry is refused by http://collector (HTTP 401); check the address and HEADERS. Advisor goes on without."],
            warned
        );

        // Logs still fail.
        status.Succeed("/v1/traces");
        status.Refuse("/v1/traces", "HTTP 503");
        Assert.Single(warned);

        status.Succeed("/v1/traces");
        status.Succeed("/v1/logs");
        status.Fail("/v1/logs");
        Assert.Equal(
            "Telemetry cannot be sent to http://collector; check the address, and whether it can be reached from here. "
                + "Advisor goes on without.",
            warned[^1]
        );
        Assert.Equal(2, warned.Count);
    }

    // An exporter that throws states no address, so no success ever follows for it.
    [Fact]
    public void A_failure_without_an_address_hides_no_later_one_with_an_address()
    {
        var status = new ExportStatus("http://collector", "HEADERS", warned.Add);

        status.Fail("");
        status.Fail("");
        Assert.Single(warned);
        status.Succeed("/v1/traces");
        status.Fail("/v1/traces");
        status.Fail("/v1/logs");
        status.Fail("");

        Assert.Equal(2, warned.Count);
    }
}

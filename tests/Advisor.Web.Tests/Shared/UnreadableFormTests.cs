using System.Net;
using System.Net.Http.Headers;
using System.Text;
using Advisor.Web.Dashboard;
using Advisor.Web.Tests.World;

namespace Advisor.Web.Tests.Shared;

/// <summary>Forms that cannot be decoded are a mistake of their sender wherever they are sent to.</summary>
public sealed class UnreadableFormTests
{
    [Theory]
    [InlineData("/approvals", "id=1&answer=approve&reason=%00", HttpStatusCode.BadRequest)]
    [InlineData("/approvals", "id=1&answer=approve&reason=\0", HttpStatusCode.BadRequest)]
    [InlineData("/open/silence", "t=abc&hours=2&reason=x%00", HttpStatusCode.NotFound)]
    [InlineData("/open/nowhere", "id=%00", HttpStatusCode.NotFound)]
    public async Task A_form_with_a_null_character_is_refused_with_a_page(string path, string body, HttpStatusCode expected)
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        using var form = new StringContent(body, Encoding.UTF8, "application/x-www-form-urlencoded");

        var answer = await world.SendAsync(HttpMethod.Post, path, form, "same-origin", null);

        Assert.Equal(expected, answer.Status);
        Assert.StartsWith("text/html", answer.Headers["Content-Type"], StringComparison.Ordinal);
    }

    // A form with files whose end is missing; the pages have none, so nothing of it is read.
    [Theory]
    [InlineData("/approvals", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("/resources/pause", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("/open/approvals/1", HttpStatusCode.UnsupportedMediaType)]
    [InlineData("/open/nowhere", HttpStatusCode.NotFound)]
    public async Task A_form_of_another_kind_is_refused_unread_with_a_page(string path, HttpStatusCode expected)
    {
        await using var world = await ApiWorld.StartAsync(dashboard: DashboardAccess.Full);
        using var form = new StringContent("--cut\r\nContent-Disposition: form-data; name=\"id\"\r\n\r\n/subscriptions/");
        form.Headers.ContentType = MediaTypeHeaderValue.Parse("multipart/form-data; boundary=cut");

        var answer = await world.SendAsync(HttpMethod.Post, path, form, "same-origin", null);

        Assert.Equal(expected, answer.Status);
        Assert.StartsWith("text/html", answer.Headers["Content-Type"], StringComparison.Ordinal);
    }
}

using System.Text.Json;
using Advisor.Web.Json;
using Microsoft.AspNetCore.Http;

namespace Advisor.Web.SignIn;

/// <summary>
/// A request by which a person acts: with sign-in, only a signed-in person may, and that name is recorded; otherwise the field <c>by</c> of
/// the body names the person.
/// </summary>
internal static class ActorRequest
{
    /// <param name="refusal">Answer to a person who has not signed in.</param>
    /// <param name="expected">Answer to a body without a name.</param>
    /// <param name="act">Acts for a person, with the body of the request.</param>
    public static async Task<IResult> RunAsync(
        HttpRequest request,
        ApiDependencies dependencies,
        string refusal,
        string expected,
        Func<JsonElement, string, Task<IResult>> act,
        CancellationToken cancellation
    )
    {
        var who = Principal.FindName(request, dependencies.SignIn);
        if (who is null && dependencies.SignIn != SignInMode.Off)
        {
            return ApiProblem.Create(StatusCodes.Status401Unauthorized, "SignInFirst", refusal);
        }

        var (body, unreadable) = await JsonBody.ReadAsync(request, cancellation);
        using (body)
        {
            return unreadable is not null ? unreadable
                : (who ?? JsonBody.ReadShortText(body!.RootElement, "by")) is { } by ? await act(body!.RootElement, by)
                : ApiProblem.CreateBadInput(expected);
        }
    }
}

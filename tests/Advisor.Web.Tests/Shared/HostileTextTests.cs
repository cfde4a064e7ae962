using Advisor.Web.Approvals;
using Advisor.Web.Notices;
using Advisor.Web.Resource;
using Advisor.Web.Shared;
using Advisor.Web.Silences;

namespace Advisor.Web.Tests.Shared;

/// <summary>Markup and bidirectional text in every field that a page shows.</summary>
public sealed class HostileTextTests
{
    private const string Evil = "\"><script>alert(1)</script>\u202E\u2066\u200F\u0007 naïve 日本 😀";

    private static readonly DateTimeOffset Now = new(2026, 1, 5, 8, 0, 0, TimeSpan.Zero);
    private static readonly PageFrame Frame = new(Evil, "/open/assets/x") { Kind = Evil, Navigation = [new NavigationLink(Evil, "/")] };
    private static readonly SizeView Size = new(Evil, 3);
    private static readonly Fact[] Facts =
    [
        new(Evil, Evil) { Detail = Evil },
        new(Evil, Evil) { IsStrong = true },
        Fact.CreateTime(Evil, Now),
    ];
    private static readonly FormView Form = new("/open/x", [KeyValuePair.Create("t", Evil)]);
    private static readonly PlanView Plan = new(Size, Size, Facts, [Evil]);
    private static readonly QuietPeriodView Fields = new([new DurationChoice(1, Evil)], 1, Evil, Evil, null);
    private static readonly SnoozeView Snooze = new(Now, Facts, Form);
    private static readonly HistoryEntry[] History =
    [
        new(Evil, Evil, Tone.Good, Now, Evil, [Evil]),
        new(Evil, Evil, Tone.Neutral, Now, null, [Evil, Evil]),
    ];

    [Fact]
    public async Task Nothing_of_it_is_markup_and_nothing_turns_the_direction_of_the_text()
    {
        var pages = await RenderPagesAsync();

        Assert.All(
            pages,
            page =>
            {
                Assert.DoesNotContain("<script", page, StringComparison.OrdinalIgnoreCase);
                Assert.DoesNotContain("\">&lt;script", page, StringComparison.Ordinal); // the quote before it ends no attribute
                Assert.DoesNotContain(page, c => c is '\u202E' or '\u2066' or '\u200F' or '\u0007');
                Assert.DoesNotContain("&#x202E;", page, StringComparison.OrdinalIgnoreCase);
                Assert.Contains(
                    "<h1>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;\uFFFD\uFFFD\uFFFD\uFFFD naïve 日本 😀</h1>",
                    page,
                    StringComparison.Ordinal
                );
            }
        );
    }

    /// <summary>Every page that a link of a message opens.</summary>
    internal static async Task<IReadOnlyList<string>> RenderPagesAsync() =>
        [
            await PageRenderer.RenderAsync<NoticePage, NoticeView>(Frame, new NoticeView(Evil)),
            await PageRenderer.RenderAsync<ApprovalPage, ApprovalView>(Frame, new ApprovalView(Plan, Form, null, Evil, Now)),
            await PageRenderer.RenderAsync<ApprovalPage, ApprovalView>(
                Frame,
                new ApprovalView(Plan, null, new SignInView(Evil, "/x"), Evil, Now)
            ),
            await PageRenderer.RenderAsync<ApprovalOutcomePage, ApprovalOutcomeView>(
                Frame,
                new ApprovalOutcomeView(Tone.Bad, Evil, Now, Facts, Plan)
            ),
            await PageRenderer.RenderAsync<ApprovalClosedPage, ApprovalClosedView>(Frame, new ApprovalClosedView(Evil, Plan)),
            await PageRenderer.RenderAsync<ApprovalPostponedPage, ApprovalPostponedView>(Frame, new ApprovalPostponedView(Evil, Now, "/x")),
            await PageRenderer.RenderAsync<SilencePage, SilenceView>(Frame, new SilenceView(Facts, Evil, Form, null, Fields)),
            await PageRenderer.RenderAsync<SilenceActivePage, SilenceActiveView>(Frame, new SilenceActiveView(Now, Facts, Facts, Form)),
            await PageRenderer.RenderAsync<SilenceEndedPage, SilenceEndedView>(Frame, new SilenceEndedView(Facts)),
            await PageRenderer.RenderAsync<ResourcePage, ResourceView>(
                Frame,
                new ResourceView(
                    Size,
                    Facts,
                    new RecommendationView(Size, Size, Evil, Form, null, null, Fields with { SignedInAs = Evil }),
                    History,
                    History
                )
            ),
            await PageRenderer.RenderAsync<SnoozedPage, SnoozedView>(Frame, new SnoozedView(Evil, Size, Size, Snooze)),
        ];
}

"""The skills that a framework for agents makes of a folder of skills: `python skills_of.py FRAMEWORK FOLDER`.

Prints one JSON object, name -> description, as the framework hands them to a model. A framework that raises ends with its own error.
"""

import asyncio
import json
import logging
import os
import sys
from pathlib import Path

logging.disable(logging.CRITICAL)


def deepagents(folder):
    from deepagents.backends import FilesystemBackend
    from deepagents.middleware.skills import SkillsMiddleware

    backend = FilesystemBackend(root_dir=folder, virtual_mode=True)
    middleware = SkillsMiddleware(backend=backend, sources=["/"])
    state = middleware.before_agent({"messages": []}, None, {})
    return {one["name"]: one["description"] for one in state["skills_metadata"]}


def google_adk(folder):
    from google.adk.skills import load_skills_from_dir

    return {one.frontmatter.name: one.frontmatter.description for one in load_skills_from_dir(folder)}


def agent_framework(folder):
    from agent_framework import FileSkillsSource, SkillsSourceContext

    async def load():
        return await FileSkillsSource(folder).get_skills(SkillsSourceContext(agent=None, session=None))

    return {one.frontmatter.name: one.frontmatter.description for one in asyncio.run(load())}


def strands(folder):
    from strands import Agent, AgentSkills

    # It reads the folder when an agent is made; none is asked for anything.
    os.environ.setdefault("AWS_DEFAULT_REGION", "us-east-1")
    plugin = AgentSkills(skills=folder)
    agent = Agent(plugins=[plugin], callback_handler=None)
    return {one.name: one.description for one in plugin.get_available_skills(agent)}


def agno(folder):
    from agno.skills import LocalSkills, Skills

    return {one.name: one.description for one in Skills(loaders=[LocalSkills(folder)]).get_all_skills()}


def pydantic_ai(folder):
    from pydantic_ai import RunContext
    from pydantic_ai.models.test import TestModel
    from pydantic_ai.usage import RunUsage
    from pydantic_ai_skills import SkillsCapability

    # It reads the folder when a run begins.
    context = RunContext(deps=None, model=TestModel(), usage=RunUsage())
    capability = asyncio.run(SkillsCapability(folder).for_run(context))
    found = []
    capability.apply(found.append)
    return {one.id: one.get_description() for one in found if one.id in capability.skill_names}


def openhands(folder):
    from openhands.sdk.skills import load_project_skills

    # It looks below `.agents/skills` of a project, where the folder has to lie.
    project = Path(folder).parent.parent
    return {one.name: one.description for one in load_project_skills(project)}


def crewai(folder):
    from crewai.skills import load_skills

    return {one.name: one.description for one in load_skills([Path(folder)])}


def haystack(folder):
    from haystack.skill_stores.file_system import FileSystemSkillStore

    store = FileSystemSkillStore(folder)
    store.warm_up()
    return {name: one.description for name, one in store.list_skills().items()}


if __name__ == "__main__":
    print(json.dumps(globals()[sys.argv[1]](sys.argv[2])))
